"""The schema of the calls, made from the same types that read and write them."""

from collections.abc import Sequence
from typing import Any, Final

from fastapi import FastAPI
from msgspec import json
from starlette.responses import Response

from basra.server.messages import Fact

_PLACE: Final = "#/components/schemas/{name}"
_GUEST: Final = "guest"
_SCHEMAS: Final[dict[str, Any]] = {}


def told(
    answer: Any,  # noqa: ANN401 - a type, also one like list[Row]
    *,
    body: Any = None,  # noqa: ANN401 - a type, or a union of types
    status: int = 200,
    guest: bool = False,
    wrong: Sequence[int] = (),
) -> dict[str, Any]:
    """Return how a route is described: what it reads, what it answers, what may be wrong.

    ``answer`` is a type, or the media type of a text.
    """
    responses: dict[int | str, dict[str, Any]] = {
        code: {"description": "what was wrong", "content": _content(Fact)} for code in wrong
    }
    responses[status] = {"description": "the answer", "content": _content(answer)}
    extra: dict[str, Any] = {}
    if body is not None:
        extra["requestBody"] = {"required": True, "content": _content(body)}
    if guest:
        extra["security"] = [{_GUEST: []}]
    return {
        "responses": responses,
        "openapi_extra": extra,
        "status_code": status,
        "response_class": Response,
    }


def _content(kind: Any) -> dict[str, Any]:  # noqa: ANN401
    if isinstance(kind, str):
        return {kind: {"schema": {"type": "string"}}}
    (schema,), components = json.schema_components([kind], ref_template=_PLACE)
    _SCHEMAS.update(components)
    return {"application/json": {"schema": schema}}


def describe(app: FastAPI) -> None:
    """Let an application tell the schemas of its answers with its calls."""
    usual = app.openapi

    def whole() -> dict[str, Any]:
        schema = usual()
        components = schema.setdefault("components", {})
        components.setdefault("schemas", {}).update(_SCHEMAS)
        components["securitySchemes"] = {_GUEST: {"type": "http", "scheme": "bearer"}}
        return schema

    app.openapi = whole  # type: ignore[method-assign]
