"""`python -m tests.errors [--accept] [folder…]`: what each folder's input gives."""

import sys

from tests.errors.cases import LANGUAGES, cases


def main(arguments: list[str]) -> None:
    wanted = [argument for argument in arguments if argument != "--accept"]
    for case in cases():
        if wanted and case.folder.name not in wanted:
            continue
        for language in LANGUAGES:
            print(case.text(language), end="")
            if "--accept" in arguments:
                case.expected(language).write_text(case.text(language), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
