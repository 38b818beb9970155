"""Compiles a function only as a part of others: its code is linked into them and made ready there.

numba makes every function that compiled code calls ready to run by itself, with all that it calls
in turn, so that a chain of ten calls is optimised ten times. Only the entries are called from
outside; leaving the others as they come halves the time of the first start. The classes here stand
on inner methods of numba: if one of them changes its name, the part is made ready as before.
"""

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder


class _Codegen:
    """The machine behind a library, for a part that has no place in memory yet."""

    def __init__(self, codegen: Any) -> None:  # noqa: ANN401 - numba has no types
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        return getattr(self._codegen, name)

    def set_env(self, name: str, environment: object) -> None:
        """Keep no environment: it is for calls from Python."""


class PartLibrary(JITCodeLibrary):
    """A library that is linked into others and not run itself."""

    @property
    def codegen(self) -> _Codegen:
        """The machine, which this part asks for nothing that must be in memory."""
        return _Codegen(self._codegen)

    def get_pointer_to_function(self, name: str) -> int:  # noqa: ARG002 - as numba has it
        """Return no address: there is none."""
        return 0

    def _optimize_final_module(self) -> None:
        """Leave it to those that this is linked into."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class PartCompiler(CompilerBase):
    """Compiles as usual, into a part."""

    def define_pipelines(self) -> list[Any]:
        """Return the usual passes, and lay the result into a part."""
        codegen = self.state.targetctx.codegen()
        self.state.library = PartLibrary(codegen, self.state.func_id.func_qualname)
        self.state.library.enable_object_caching()
        return [DefaultPassBuilder.define_nopython_pipeline(self.state)]
