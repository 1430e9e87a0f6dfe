"""Where in a function something is written."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Where:
    """What a function may do at a place."""

    may_throw: bool
    may_return: bool = True
    jumps: tuple = ()  # Targets that may be jumped to
    reducers_from: int = -1  # depth of the blocks whose reducers are updated
    tries: int = 0
    strand: int = 0  # cells born since are this strand's own
    writable: object = None  # leaves born before that it may write to; None: all
    named_only: bool = True  # cells without a name are not written to
    loop: int = -1  # cells born since are the iteration's own
    retargets: dict = field(default_factory=dict)  # where holders may lead in a loop


@dataclass(eq=False)
class Target:
    """Where a jump leads. `states` are those at the jumps."""

    text: str
    region: int
    states: list = field(default_factory=list)
    settles: bool = False  # no child of the iteration may be at work
