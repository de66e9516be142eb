"""Why: the rank, the opponent, the lottery number, the award, in the rules' own numbering and words.

This room only puts into words what the engine hands out: a game's reason, the terms of a criterion's value, places,
departures, seats. The pages ask for `rank_why`, `pairing_why`, `final_why` and `steps_of`, the command for
`text.explain_text` or `text.explain_data`.

`pairing.TABLE` says which module speaks of which kind of reason: `pool` (the optimum of a pool, a first round by
number), `bracket` (matches of a tree), `round_robin`, `title_match`; `rests` says why there is no game. `kinds.KINDS`
says what is told differently of each kind of stage. `terms` has the words of the criteria, `costs` those of `avoid`.
What a wording depends on is a word of the declaration, never a format; sentences of a rule sheet come from `[quotes]`
of its declaration. What only the organiser may read (組合せ禁止) is in the command's answers, and in `pairing_why` only
where `organiser` asks for it.
"""
