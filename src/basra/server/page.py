"""The page: built files with the headers they need; a path without a file is the page itself."""

from html import escape
from mimetypes import guess_type
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from basra.texts import Catalogue, languages

STATIC: Final = Path(__file__).parent / "static"
_FOREVER: Final = "public, max-age=31536000, immutable"
_ASK: Final = "no-cache"
_POLICY: Final = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_SECURE: Final = "max-age=31536000"
_HEADERS: Final = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


def answer_page(request: Request, folder: Path, words: Catalogue) -> Response:
    """Return a built file, or the page where there is none of that name.

    Files under ``assets`` carry a hash of what is in them in their names and are kept for good;
    of the others the browser asks each time whether they have changed.
    """
    wanted = request.url.path.lstrip("/")
    root = folder.resolve()
    if (file := _file_at(root, wanted)) is not None:
        kept = _FOREVER if wanted.startswith("assets/") else _ASK
        return answer_file(request, file, kept)
    if Path(wanted).suffix and wanted.startswith("assets/"):
        return PlainTextResponse("", 404)
    index = root / "index.html"
    if index.is_file():
        return answer_file(request, index)
    return HTMLResponse(_unbuilt(words), 503, headers={"cache-control": "no-store"})


def _file_at(root: Path, wanted: str) -> Path | None:
    """Return the file of a name below a folder, if there is one."""
    try:
        file = (root / wanted).resolve()
        return file if file.is_relative_to(root) and file.is_file() else None
    except (ValueError, OSError):  # no file can have such a name
        return None


def answer_file(request: Request, file: Path, kept: str = _ASK) -> Response:
    """Return a file, or only that the browser holds it already."""
    kind = guess_type(file.name)[0]
    if file.suffix == ".webmanifest":
        kind = "application/manifest+json"
    answer = FileResponse(file, media_type=kind, stat_result=file.stat())
    answer.headers["cache-control"] = kept
    if is_known(request.headers, answer.headers["etag"]):
        kept_headers = {"etag": answer.headers["etag"], "cache-control": kept}
        return Response(status_code=304, headers=kept_headers)
    return answer


def is_known(headers: Headers, etag: str) -> bool:
    """Tell whether the browser holds what has this tag."""
    held = [tag.strip().removeprefix("W/") for tag in headers.get("if-none-match", "").split(",")]
    return etag in held


def _unbuilt(words: Catalogue) -> str:
    """Return a plain page that says how the page is built."""
    title, text = escape(words.say("server.unbuilt.title")), escape(words.say("server.unbuilt"))
    language = words.language if words.language in languages() else "en"
    return (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{title}</title><h1>{title}</h1><p>{text}</p></html>"
    )


class Guarded:
    """Adds the headers of security to every answer over HTTP."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                if scope["scheme"] == "https":
                    headers.setdefault("strict-transport-security", _SECURE)
            await send(message)

        await self._app(scope, receive, guarded)
