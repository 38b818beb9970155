"""Functions that compiled code calls are linked into it, and not made ready by themselves."""

from typing import TYPE_CHECKING, Any, cast

import pytest

from basra import find_rules, kernel
from basra.kernel import jit

if TYPE_CHECKING:
    from types import FunctionType

pytestmark = pytest.mark.skipif(not kernel.available(), reason="numba is not there")


def test_a_part_is_linked_and_has_no_address_of_its_own() -> None:
    import numba  # noqa: PLC0415
    from numba.core.codegen import JITCodeLibrary  # noqa: PLC0415

    finished: list[str] = []
    specific = JITCodeLibrary._finalize_specific  # noqa: SLF001 - it is what is watched

    def watched(library: JITCodeLibrary) -> None:
        finished.append(library.name)
        specific(library)  # type: ignore[no-untyped-call]  # numba has no types

    def entry_of_test(seats: int, seat: int) -> int:
        return _twice(seats) + seat

    jit.register(cast("FunctionType", _twice))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(JITCodeLibrary, "_finalize_specific", watched)
        njit: Any = numba.njit
        result = njit(entry_of_test)(3, 1)
    assert result == 7
    assert not [name for name in finished if "_twice" in name]
    assert [name for name in finished if "entry_of_test" in name]


def _twice(number: int) -> int:
    return 2 * number


def test_compiled_code_is_the_same_when_it_is_loaded_again() -> None:
    rules = find_rules("egyptian")
    assert kernel.playouts(rules, 20, 7) == kernel.playouts(rules, 20, 7, interpreted=True)
