"""A bot outside that does wrong in the way it is told to, for the tests of those who must cope."""

import subprocess
import sys
import time

DOES = sys.argv[1] if len(sys.argv) > 1 else ""


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def crash() -> None:
    sys.stderr.write("the cards fell down\n")
    sys.exit(3)


def flood() -> None:
    while True:
        say("info nothing")


def noise() -> None:
    sys.stdout.buffer.write(b"\xff\xfe\x81\n")
    sys.stdout.buffer.flush()


WRONGS = {
    "crash": crash,
    "hang": lambda: time.sleep(1000),
    "garbage": lambda: say("I would rather not"),
    "no-play": lambda: say("bestplay 7x7x7"),
    "long": lambda: say("bestplay " + "7" * 100_000),
    "flood": flood,
    "noise": noise,
}


def play(legal: list[str]) -> None:
    if DOES in WRONGS:
        WRONGS[DOES]()
    elif DOES == "illegal":
        say("bestplay KsxKh" if "KsxKh" not in legal else "bestplay QsxQh")
    elif DOES == "any":
        say(f"bestplay {legal[time.monotonic_ns() // 1000 % len(legal)]}")
    else:
        say(f"bestplay {legal[0]}")


def main() -> None:
    if DOES == "orphan":
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
    legal: list[str] = []
    for line in sys.stdin:
        word, *words = line.split() or [""]
        if word == "basra":
            if DOES == "deaf":
                continue
            say("id name rogue\nid steady yes\nok" if DOES != "shy" else "no only by daylight")
        elif word == "ready":
            say("ok" if DOES != "choosy" else "no I play pinochle")
        elif word == "legal":
            legal = words
        elif word == "go":
            play(legal)
        elif word == "quit" and DOES != "stay":
            return
    while DOES == "stay":
        time.sleep(1)


if __name__ == "__main__":
    main()
