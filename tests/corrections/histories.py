"""Histories of a day: a state machine that enters, corrects, withdraws, re-pairs by hand, deletes and rebuilds."""

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.corrections.office import KINDS, Office

picks = st.integers(0, 9999)


class Day(RuleBasedStateMachine):
    """Any order of edits and builds; in the end the site is that of a build from scratch."""

    office: Office
    steps = 0

    @invariant()
    def another_step(self) -> None:
        """Asked after each of them; the opening is one."""
        self.steps += 1

    @initialize(kind=st.integers(0, len(KINDS) - 1), size=st.integers(7, 9), seed=st.integers(0, 99))
    def open(self, kind: int, size: int, seed: int) -> None:
        self.office = Office(kind, size, seed)
        self.office.build()

    @rule(pick=picks)
    def enter_one(self, pick: int) -> None:
        self.office.enter(pick, every=False)

    @rule(pick=picks)
    def enter_all(self, pick: int) -> None:
        self.office.enter(pick, every=True)

    @rule(pick=picks)
    def play_a_round(self, pick: int) -> None:
        """The whole of it, so that histories reach the end of a day."""
        self.office.play_round(pick)

    @rule(pick=picks)
    def correct(self, pick: int) -> None:
        self.office.correct(pick)

    @rule(pick=picks)
    def withdraw(self, pick: int) -> None:
        self.office.withdraw(pick)

    @rule(pick=picks)
    def edit_roster(self, pick: int) -> None:
        self.office.edit_roster(pick)

    @rule(pick=picks)
    def edit_settings(self, pick: int) -> None:
        self.office.edit_settings(pick)

    @rule(pick=picks)
    def by_hand(self, pick: int) -> None:
        self.office.by_hand(pick)

    @rule(pick=picks)
    def delete(self, pick: int) -> None:
        self.office.delete(pick)

    @rule(pick=picks)
    def restore(self, pick: int) -> None:
        self.office.restore(pick)

    @rule(pick=picks)
    def pair(self, pick: int) -> None:
        self.office.pair(pick)

    @rule(stubborn=st.booleans())
    def build(self, stubborn: bool) -> None:
        """Who is told of a mistake mostly takes it back."""
        if self.office.build().problems and not stubborn:
            self.office.undo()
            assert not self.office.build().problems

    @precondition(lambda self: self.office.proposals)
    @rule()
    def confirm(self) -> None:
        self.office.confirm()

    def teardown(self) -> None:
        if hasattr(self, "office"):
            try:
                self.office.same_from_scratch()
            finally:
                self.office.close()
