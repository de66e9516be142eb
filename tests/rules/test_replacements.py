"""Section 6: absentees' places are filled from the free class, by ascending lottery number of the volunteers.

「欠席者が出た場合は、無差別の部出場を希望するフリークラス出場選手の抽選番号が若い選手から順に補充します」,
「…女子の部出場を希望するフリークラス出場女子選手の抽選番号が若い選手から順に補充します」.
"""

from dataclasses import replace
from pathlib import Path

from tests.desk import play_typed
from tests.rules.builders import FREE, OPEN64, WOMEN32, declared
from tourgen.engine.replacements import Field, volunteers
from tourgen.event.apply_replacements import replace_absentees
from tourgen.event.settings import Division, Event
from tourgen.model import Player
from tourgen.results.document import document

FORMATS = {"open": OPEN64, "women": WOMEN32, "free": FREE}


def present(no, number, sex="M", **more):
    return Player(no, f"選手{no}", sex=sex, desk_number=number, **more)


def absent(no, number=None, **more):
    return Player(no, f"欠席{no}", desk_number=number, absent=True, **more)


def volunteer(no, number, *wishes, sex="M", **more):
    return Player(no, f"希望{no}", sex=sex, desk_number=number, standby=wishes, **more)


def event(*names):
    divisions = tuple(Division(name, name, declared(FORMATS[name])) for name in names or FORMATS)
    return Event("event", "大会", "", None, "", "", "ja", divisions, Path(), "")


def moved(rosters, *names):
    """{(division, roster number in it): (where from, place taken)} of everybody who was taken in."""
    after, _ = replace_absentees(event(*names), rosters)
    return {
        (name, player.no): (player.replacement_from, player.desk_number)
        for name, players in after.items()
        for player in players
        if player.replacement_from
    }


def waiting(rosters, *names):
    return {name: notice.params for name, notice in replace_absentees(event(*names), rosters)[1].items()}


class TestOrder:
    def test_the_smallest_lottery_number_first_into_the_smallest_place(self):
        rosters = {
            "open": [present(1, 5), absent(2, 40), absent(3, 7), present(4, 64)],
            "free": [volunteer(1, 30, "open"), volunteer(2, 4, "open"), volunteer(3, 9, "open")],
        }
        # Places 7 and 40; the volunteers drew 4 (no. 2), 9 (no. 3), 30 (no. 1). New numbers follow the roster's last.
        assert moved(rosters, "open", "free") == {
            ("open", 5): (("free", 2), 7),
            ("open", 6): (("free", 3), 40),
        }

    def test_who_did_not_ask_stays(self):
        rosters = {"open": [absent(1, 7)], "free": [present(1, 1), volunteer(2, 50, "open")]}
        assert moved(rosters, "open", "free") == {("open", 2): (("free", 2), 7)}

    def test_nobody_is_absent(self):
        assert moved({"open": [present(1, 7)], "free": [volunteer(1, 1, "open")]}, "open", "free") == {}

    def test_an_absent_volunteer_is_passed_over(self):
        away = replace(volunteer(1, 1, "open"), absent=True)
        rosters = {"open": [absent(1, 7)], "free": [away, volunteer(2, 2, "open")]}
        assert moved(rosters, "open", "free") == {("open", 2): (("free", 2), 7)}

    def test_places_are_left_when_the_volunteers_run_out(self):
        rosters = {"open": [absent(1, 9), absent(2, 3)], "free": [volunteer(1, 1, "open")]}
        assert moved(rosters, "open", "free") == {("open", 3): (("free", 1), 3)}

    def test_an_absentee_without_a_number_leaves_the_smallest_undrawn(self):
        rosters = {
            "open": [present(1, 1), present(2, 2), absent(3), absent(4, 2 + 2)],
            "free": [volunteer(1, 1, "open"), volunteer(2, 2, "open")],
        }
        # 1 and 2 are held, 4 is an absentee's; 3 is the smallest that nobody drew.
        assert moved(rosters, "open", "free") == {
            ("open", 5): (("free", 1), 3),
            ("open", 6): (("free", 2), 4),
        }

    def test_on_an_absent_seeds_place(self):
        rosters = {"open": [absent(1, seed="名人"), present(2, 5)], "free": [volunteer(1, 1, "open")]}
        assert moved(rosters, "open", "free") == {("open", 3): (("free", 1), 64)}
        after, _ = replace_absentees(event("open", "free"), rosters)
        assert not after["open"][-1].seed, "a replacement is no seed"

    def test_the_next_free_number_not_the_next_row(self):
        rosters = {"open": [absent(1, 7), present(40, 8)], "free": [volunteer(1, 1, "open")]}
        assert moved(rosters, "open", "free") == {("open", 41): (("free", 1), 7)}


class TestTwoDivisions:
    def test_the_open_first_then_the_women(self):
        """Both women would fill either: the smaller number goes to the open, the other to the women's division."""
        rosters = {
            "open": [absent(1, 7)],
            "women": [absent(1, 3)],
            "free": [
                volunteer(1, 10, "women", "open", sex="F"),
                volunteer(2, 20, "open", "women", sex="F"),
                volunteer(3, 30, "women", sex="F"),
            ],
        }
        assert moved(rosters) == {("open", 2): (("free", 1), 7), ("women", 2): (("free", 2), 3)}

    def test_in_the_order_of_event_toml(self):
        rosters = {
            "open": [absent(1, 7)],
            "women": [absent(1, 3)],
            "free": [volunteer(1, 10, "open", "women", sex="F")],
        }
        assert moved(rosters) == {("open", 2): (("free", 1), 7)}
        assert moved(rosters, "women", "open", "free") == {("women", 2): (("free", 1), 3)}

    def test_only_women_fill_the_womens_division(self):
        rosters = {
            "women": [absent(1, 3)],
            "free": [
                volunteer(1, 1, "women"),
                volunteer(2, 2, "women", sex=None),
                volunteer(3, 3, "women", sex="F"),
            ],
        }
        assert moved(rosters, "women", "free") == {("women", 2): (("free", 3), 3)}

    def test_either_sex_fills_the_open(self):
        rosters = {"open": [absent(1, 3)], "free": [volunteer(1, 1, "open", sex="F")]}
        assert moved(rosters, "open", "free") == {("open", 2): (("free", 1), 3)}

    def test_a_league_is_never_filled(self):
        rosters = {"open": [volunteer(1, 5, "free")], "free": [absent(1, 3)]}
        assert moved(rosters, "open", "free") == {}


class TestWaiting:
    """While a volunteer's own number isn't known, a division with absentees makes no round (N9)."""

    def test_waits(self):
        rosters = {"open": [absent(1, 7)], "free": [volunteer(1, None, "open"), volunteer(2, 2, "open")]}
        assert list(waiting(rosters, "open", "free")) == ["open"]
        assert waiting(rosters, "open", "free")["open"]["numbers"] == "1"

    def test_who_has_no_number_yet_is_listed_first(self):
        players = {1: volunteer(1, 1, "open"), 2: volunteer(2, None, "open")}
        fields = [Field("open", declared(OPEN64), {}, {}), Field("free", declared(FREE), players, {1: 1})]
        found = volunteers(fields[0], fields, set())
        assert [(one.no, one.refused) for one in found] == [(2, "no-number"), (1, None)]

    def test_no_absentee_nothing_to_wait_for(self):
        assert waiting({"open": [present(1, 7)], "free": [volunteer(1, None, "open")]}, "open", "free") == {}

    def test_not_for_who_could_not_fill_it_anyway(self):
        rosters = {"women": [absent(1, 7)], "free": [volunteer(1, None, "women")]}
        assert waiting(rosters, "women", "free") == {}


class TestInTheDivisions:
    """What becomes of the two divisions: who left isn't dealt, who came plays on the place taken."""

    def rosters(self, **more):
        return {
            "open": [present(1, 1), absent(2, 2), present(3, 3)],
            "free": [volunteer(1, 1, "open", **more), *(present(no, no) for no in range(2, 10))],
        }

    def played(self, name, rosters):
        after, _ = replace_absentees(event("open", "free"), rosters)
        division = next(one for one in event("open", "free").divisions if one.id == name)
        tournament, problems = play_typed(division, after[name], {})
        assert tournament is not None, problems
        return document(tournament, "event", "大会")

    def test_the_place_is_played_on(self):
        open_ = self.played("open", self.rosters())
        assert [game["players"] for game in open_["rounds"][0]["games"]] == [[1, 4], [3, None]]
        row = next(row for row in open_["players"] if row["no"] == 4)
        assert (row["lottery"], row["league"]) == (2, "A")
        assert row["replacement_from"] == {"division": "free", "no": 1}
        assert next(row for row in open_["players"] if row["no"] == 2)["absent"]

    def test_who_left_is_not_dealt(self):
        free = self.played("free", self.rosters())
        row = free["players"][0]
        assert row["moved_to"] == {"division": "open", "no": 4} and row["league"] is None
        assert 1 not in {no for game in free["rounds"][0]["games"] for no in game["players"]}
        # Eight are left: 2, 6 in A, 3, 7 in B …: the deal skips the number as if it had not been drawn.
        assert [row["league"] for row in free["players"]][1:] == list("ABCDABCD")

    def test_a_withdrawal_is_typed_in_the_row_they_came_from(self):
        rosters = self.rosters(withdrawn_after=0)
        open_, free = self.played("open", rosters), self.played("free", rosters)
        assert open_["players"][-1]["withdrawn_after"] == 0
        assert [game["players"] for game in open_["rounds"][0]["games"]] == [[1, None], [3, None]]
        assert free["players"][0]["withdrawn_after"] is None, "it is no withdrawal from the free class"
