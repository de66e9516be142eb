"""The engine: a division from its declaration and its rounds. Pure: no path, clock, random source or float result.

    now = start(format, entrants)            # everybody is dealt into groups or stands in a tree
    games = plan(now)                        # the next round, each game with its reason
    now = advance(now, Round(1, played))     # plan → play → leave → flow
    final_ranks(now), title_holders(now)

- `situation.Situation` is where a division stands after a round. It is frozen; `before` leads back to round 0.
- `stages/` has the three kinds of stages. A stage answers `admit` (who enters now), `games` (what it wants next),
  `leave` (who leaves, and as what), `select` (what another stage's `from` means), `places`. It holds no state.
- `record.Record` has one line per player and round; `counted` and `carry` are views of it.
- `criteria/` has one function per criterion: (player, standing, those tied) → value with its terms.
- `pairing/` finds the optimum of a pool, behind one function; its counts are the reason of a pair.
- `formats/` is the language of the declarations: models, checks, and one TOML file per rule sheet.
- `document.py` makes results.json of all that.

docs/engine.md explains it; docs/decisions.md (E) says how the words are read where the language leaves a choice.
"""
