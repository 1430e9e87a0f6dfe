#!/usr/bin/env python3
"""How good is the chess program?

The 24 Bratko-Kopec positions, endings against a bare king, the endings of python-chess's
source distribution in which a mate is known, and games against a chess program of Debian,
by the client of python-chess, which refuses illegal moves. And what the threads cost:
T_serial/T_1 and T_1/T_2 of searches to a fixed depth without a table. "parallelism": the
parallelism T_1/T_inf of three of the positions, the nodes beside those of the serial
search, and the speed-up that the model predicts on 32 processors. "itself": games of two
workers against one.

usage: play_chess.py [--build-dir DIR] [--program FILE] [--workers N] [--seconds S]
                     [--mate-seconds S] [--games N] [--opponent gnuchess|phalanx]
                     [--clock S+S] [--only PART]

Exits with 1 if less than 18 positions are solved, an ending is not won, a game is lost
on time, by an illegal move or a crash, or a score depends on the number of workers.
"""

import argparse
import json
import logging
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import toolchain

# The wanted number of solved positions, of 24.
SOLVED_LIMIT = 18
HASH = 128
# Programs of Debian, and whether they speak UCI; if not, the protocol of xboard.
OPPONENTS = {"gnuchess": (["gnuchess", "--uci"], True), "phalanx": (["phalanx"], False)}
# Of four and five pieces, with the number of moves to the mate.
MATES = ("endgame-dm-4.epd", "endgame-dm-5.epd")
# Those that take longer need plans that no search of a moment sees.
LONGEST_MATE = 20
ENDINGS = ("KQ6", "KR6", "KBB5", "KBN5")
# Each is played with both colours.
OPENINGS = (
    "e2e4 e7e5 g1f3 b8c6",
    "e2e4 c7c5 g1f3 d7d6",
    "e2e4 e7e6 d2d4 d7d5",
    "e2e4 c7c6 d2d4 d7d5",
    "e2e4 d7d5 e4d5 d8d5",
    "d2d4 d7d5 c2c4 e7e6",
    "d2d4 g8f6 c2c4 g7g6",
    "d2d4 d7d5 g1f3 g8f6",
    "c2c4 e7e5 b1c3 g8f6",
    "g1f3 d7d5 g2g3 g8f6",
)
DEPTHS = (
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 11),
    ("r1bq1rk1/pp2ppbp/2np2p1/2n5/P3PP2/N1P2N2/1PB3PP/R1B1QRK1 b - - 0 1", 10),
    ("r2q1rk1/4bppp/p2p4/2pP4/3pP3/3Q4/PP1B1PPP/R3R1K1 w - - 0 1", 11),
    ("3rn2k/ppb2rpp/2ppqp2/5N2/2P1P3/1P5Q/PB3PPP/3RR1K1 w - - 0 1", 10),
)


def find_library():
    """Returns the folder of python-chess's source distribution."""
    found = sorted((toolchain.ROOT / "build" / "python-chess").glob("chess-*/chess"))
    if not found:
        raise SystemExit("error: no python-chess; run scripts/install-deps.sh")
    return found[-1].parent


LIBRARY = find_library()
sys.path.insert(0, str(LIBRARY))
import chess
import chess.engine


def build(options, folder):
    stock, _ = toolchain.compilers(options)
    library = options.build_dir / "lib" / "tussah" / "libtussah-cps.a"
    if not library.exists():
        raise SystemExit("error: no libtussah-cps.a; run 'make build'")
    sources = sorted((toolchain.ROOT / "examples" / "cps" / "chess").glob("*.cpp"))
    toolchain.run(
        [*stock, "-std=c++20", "-O3", "-march=native", f"-I{toolchain.ROOT / 'include'}"]
        + [*map(str, sources), "-o", str(folder / "chess"), str(library), "-pthread"]
    )
    return folder / "chess"


def start(program, workers):
    engine = chess.engine.SimpleEngine.popen_uci(str(program), timeout=None)
    engine.configure({"Threads": workers, "Hash": HASH})
    # The table is made before a clock runs.
    engine.ping()
    return engine


def solve(program, options):
    """The Bratko-Kopec positions; returns whether enough are solved."""
    positions = LIBRARY / "examples" / "bratko_kopec" / "bratko-kopec.epd"
    solved = total = 0
    with start(program, options.workers) as engine:
        for line in positions.read_text().splitlines():
            if not line.strip() or line.startswith("#"):
                continue
            board, wanted = chess.Board.from_epd(line)
            result = engine.play(
                board,
                chess.engine.Limit(time=options.seconds),
                game=object(),
                info=chess.engine.INFO_ALL,
            )
            good = result.move in wanted["bm"]
            solved += good
            total += 1
            print(
                f"  {wanted['id']}  {board.san(result.move):7}"
                f" depth {result.info.get('depth', 0):2}   {'ok' if good else 'missed'}",
                flush=True,
            )
    print(f"  {solved} of {total} solved, {options.seconds:g} s each, {options.workers} workers")
    return solved >= SOLVED_LIMIT


def finish(program, options):
    """Wins endings against itself, half a second for each move."""
    won = 0
    with start(program, options.workers) as engine:
        for pieces in ENDINGS:
            board = chess.Board(f"8/8/8/4k3/8/8/8/{pieces} w - - 0 1")
            while not board.is_game_over(claim_draw=True):
                board.push(engine.play(board, chess.engine.Limit(time=0.5), game=pieces).move)
            won += board.result() == "1-0"
            print(f"  {pieces[:-1]:4} {board.fullmove_number:3} moves  {board.result()}", flush=True)
    print(f"  {won} of {len(ENDINGS)} won")
    return won == len(ENDINGS)


def read_mates():
    """Yields a position, the moves to the mate and its name: those of the files in which the
    side to move mates soon enough."""
    for name in MATES:
        for line in (LIBRARY / "data" / name).read_text().splitlines():
            if line.strip() and not line.startswith("#"):
                board, known = chess.Board.from_epd(line)
                if 0 < known["dm"] <= LONGEST_MATE:
                    yield board, known["dm"], line.split(" dm ")[0]


def mate(program, options):
    """Plays endings against itself: the side to move must mate before the other one can
    claim a draw, by the fifty moves or by repetition."""
    won = total = 0
    with start(program, options.workers) as engine:
        for board, least, name in read_mates():
            side = board.turn
            limit = chess.engine.Limit(time=options.mate_seconds)
            while not board.is_game_over(claim_draw=True):
                board.push(engine.play(board, limit, game=name).move)
            good = board.is_checkmate() and board.turn != side
            won += good
            total += 1
            moves = (len(board.move_stack) + 1) // 2
            end = "mate" if good else f"not won: {board.result(claim_draw=True)}"
            print(f"  {name:36} mate in {least:2}: {end}, {moves} moves", flush=True)
    print(f"  {won} of {total} won, {options.mate_seconds:g} s for each move")
    return won == total


class Player:
    """A program with its clock."""

    def __init__(self, engine, seconds):
        self.engine = engine
        self.left = seconds


def play(players, opening, increment, game):
    """Plays one game. Returns the result, and why it ended."""
    board = chess.Board()
    for move in opening.split():
        board.push_uci(move)
    while not board.is_game_over(claim_draw=True):
        player = players[board.turn]
        limit = chess.engine.Limit(
            white_clock=players[chess.WHITE].left,
            black_clock=players[chess.BLACK].left,
            white_inc=increment,
            black_inc=increment,
        )
        lost = "0-1" if board.turn == chess.WHITE else "1-0"
        began = time.monotonic()
        try:
            result = player.engine.play(board, limit, game=game)
        except chess.engine.EngineError as problem:
            # An illegal move, which the text names, or a program that has ended.
            return lost, f"fault: {problem}"
        used = time.monotonic() - began
        player.left -= used
        if player.left < 0:
            return lost, f"time: {used:.2f} s for a move, with {player.left + used:.2f} s left"
        if result.resigned or result.move is None:
            return lost, "resignation"
        player.left += increment
        board.push(result.move)
    outcome = board.outcome(claim_draw=True)
    return outcome.result(), outcome.termination.name.lower().replace("_", " ")


def find_opponent(name):
    """Returns the command and how to connect, or None if it is not installed."""
    command, speaks_uci = OPPONENTS[name]
    path = shutil.which(command[0], path=os.environ["PATH"] + ":/usr/games")
    if not path:
        return None
    simple = chess.engine.SimpleEngine
    return [path, *command[1:]], simple.popen_uci if speaks_uci else simple.popen_xboard


def matches(program, options):
    """Games against one opponent, or all; returns whether there were any, or nobody wanted
    them, and none was lost on time or ended by an illegal move."""
    good, missing = True, 0
    wanted = [options.opponent] if options.opponent else list(OPPONENTS)
    for name in wanted:
        opponent = find_opponent(name)
        if opponent:
            good = match(program, options, name, *opponent) and good
        else:
            print(f"  not played: no {name}; install Debian's package of that name")
            missing += 1
    return good and (missing < len(wanted) or options.only is None)


def match(program, options, name, command, connect):
    """Games; returns whether none was lost on time or ended by an illegal move."""
    base, increment = map(float, options.clock.split("+"))
    points, scores, faults = 0.0, {"wins": 0, "draws": 0, "losses": 0}, 0
    for number in range(options.games):
        white = number % 2 == 0
        opening = OPENINGS[number // 2 % len(OPENINGS)]
        with tempfile.TemporaryDirectory() as folder, start(
            program, options.workers
        ) as ours, connect(
            command, timeout=None, cwd=folder
        ) as theirs:
            pair = (ours, theirs) if white else (theirs, ours)
            players = {
                chess.WHITE: Player(pair[0], base),
                chess.BLACK: Player(pair[1], base),
            }
            result, why = play(players, opening, increment, number)
        point = 0.5 if result == "1/2-1/2" else float(result == ("1-0" if white else "0-1"))
        points += point
        scores[{1.0: "wins", 0.5: "draws", 0.0: "losses"}[point]] += 1
        faults += point == 0 and why.startswith(("time", "fault"))
        side = "white" if white else "black"
        print(f"  game {number + 1:2}  {side}  {result:7}  {why}", flush=True)
    print(
        f"  {points:g} of {options.games} against {name}: "
        + ", ".join(f"{count} {kind}" for kind, count in scores.items())
        + f"; {faults} lost on time, by an illegal move or a crash"
    )
    return faults == 0


def run_search(program, fen, depth, *options):
    return subprocess.run(
        [str(program), "search", str(depth), fen, *options],
        capture_output=True,
        text=True,
        check=True,
    )


def search(program, fen, depth, *options):
    """Returns the score, the statistics, and the time."""
    run = run_search(program, fen, depth, *options)
    times = [line for line in run.stderr.splitlines() if line.startswith("time ")]
    statistics = [line for line in run.stderr.splitlines() if line.startswith("{")]
    return (
        run.stdout.split(" line ")[0],
        json.loads(statistics[0]) if statistics else {},
        float(times[0].split()[1]),
    )


def speed(program, _):
    """Ratios of times, sums over all positions; the scores must agree."""
    serial = one = two = 0.0
    for fen, depth in DEPTHS:
        serial += min(search(program, fen, depth, "--serial")[2] for _ in range(3))
        runs = [search(program, fen, depth, "--workers", "1") for _ in range(3)]
        one += min(run[2] for run in runs)
        pairs = [search(program, fen, depth, "--workers", "2") for _ in range(3)]
        two += min(run[2] for run in pairs)
        if len({run[0] for run in runs + pairs}) != 1:
            print(f"  different scores: {fen}")
            return False
    print(f"  T_serial {serial:.2f} s, T_1 {one:.2f} s, T_2 {two:.2f} s")
    print(f"  T_serial/T_1 {serial / one:.2f}, T_1/T_2 {one / two:.2f}")
    return True


def nodes(program, fen, depth, *options):
    """How many nodes a search looks at."""
    run = run_search(program, fen, depth, *options)
    return next(int(l.split()[1]) for l in run.stderr.splitlines() if l.startswith("nodes "))


def parallelism(program, options):
    """What the Jamboree search of three published positions could gain."""
    good = True
    positions = (LIBRARY / "examples" / "bratko_kopec" / "bratko-kopec.epd").read_text()
    wanted = ("BK.02", "BK.12", "BK.22")
    print(f"  depth {options.depth}, hash {options.hash} MB")
    for line in positions.splitlines():
        if not any(f'"{name}"' in line for name in wanted):
            continue
        board, known = chess.Board.from_epd(line)
        common = (program, board.fen(), options.depth)
        table = ("--hash", str(options.hash))
        score, one, t1 = search(*common, "--workers", "1", "--stats=json", *table)
        other, _, t2 = search(*common, "--workers", "2", *table)
        serial = nodes(*common, "--serial", *table)
        work, span = one["t_1"], one["t_inf"]
        print(
            f"  {known['id']}  T1 {work:.2f} s  Tinf {span:.3f} s  T1/Tinf {work / span:.1f}"
            f"  T1/T2 {t1 / t2:.2f}"
            f"  nodes/serial {nodes(*common, '--workers', '1', *table) / serial:.2f},"
            f" two workers {nodes(*common, '--workers', '2', *table) / serial:.2f}"
            f"  speed-up at P = 32 by T1/P + Tinf: {work / (work / 32 + span):.1f}"
            f"  {score}",
            flush=True,
        )
        # With a table what is found may depend on the schedule.
        if options.hash == 0 and score != other:
            print(f"  different scores: {score}, {other}")
            good = False
    return good


def itself(program, options):
    """Games of two workers against one, at a fixed time for each move; returns whether none
    ended by a fault."""
    points, faults = 0.0, 0
    for number in range(options.games):
        white = number % 2 == 0
        with start(program, 2) as two, start(program, 1) as one:
            board = chess.Board()
            for move in OPENINGS[number // 2 % len(OPENINGS)].split():
                board.push_uci(move)
            result, why = None, None
            while not board.is_game_over(claim_draw=True):
                engine = two if (board.turn == chess.WHITE) == white else one
                began = time.monotonic()
                try:
                    move = engine.play(
                        board, chess.engine.Limit(time=options.move_seconds), game=number
                    ).move
                except chess.engine.EngineError as problem:
                    result, why = "0-1" if board.turn == chess.WHITE else "1-0", str(problem)
                    break
                used = time.monotonic() - began
                if used > options.move_seconds + options.grace:
                    result = "0-1" if board.turn == chess.WHITE else "1-0"
                    why = f"time: {used:.2f} s for a move"
                    break
                board.push(move)
        faults += why is not None
        result = result or board.result(claim_draw=True)
        point = 0.5 if result == "1/2-1/2" else float(result == ("1-0" if white else "0-1"))
        points += point
        print(f"  game {number + 1:2}  {result:7}  {why or len(board.move_stack)}", flush=True)
    print(
        f"  {points:g} of {options.games} for two workers against one;"
        f" {faults} lost on time or by a fault"
    )
    return faults == 0


PARTS = {
    "speed": speed,
    "parallelism": parallelism,
    "itself": itself,
    "bratko-kopec": solve,
    "endings": finish,
    "mates": mate,
    "games": matches,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build-dir", type=pathlib.Path, default=toolchain.ROOT / "build")
    parser.add_argument("--llvm", default="22")
    parser.add_argument("--program", type=pathlib.Path, help="do not build, use this file")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=10, help="for each position")
    parser.add_argument("--mate-seconds", type=float, default=0.2, help="for each move of mates")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--opponent", choices=OPPONENTS, help="not all")
    parser.add_argument("--clock", default="3+0.1", help="seconds for a game + for each move")
    parser.add_argument("--depth", type=int, default=13, help="of parallelism")
    parser.add_argument("--hash", type=int, default=0, help="MB, of parallelism")
    parser.add_argument("--move-seconds", type=float, default=0.1, help="of games with itself")
    parser.add_argument("--grace", type=float, default=1.0, help="seconds beyond that")
    parser.add_argument("--only", choices=PARTS)
    options = parser.parse_args()
    # What opponents write beside the protocol.
    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory() as folder:
        program = options.program or build(options, pathlib.Path(folder))
        good = True
        for name, part in PARTS.items():
            if options.only in (None, name):
                print(name, flush=True)
                good = part(program, options) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
