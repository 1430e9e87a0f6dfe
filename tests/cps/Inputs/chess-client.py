"""The chess program and the client of python-chess, which refuses illegal moves."""

import subprocess
import sys

import chess
import chess.engine

PROGRAM = sys.argv[1]
LIMIT = chess.engine.Limit(depth=7)


def play(engine, board, limit, most):
    """Plays both sides. Returns the board."""
    for _ in range(most):
        if board.is_game_over():
            break
        board.push(engine.play(board, limit).move)
    return board


def ends(engine):
    """Endings against a bare king, each won within the fifty moves. By one worker of a new
    process, which plays the same each time: it has learned nothing from other searches."""
    engine.configure({"Threads": 1, "Hash": 16})
    for pieces in ("KQ6", "KR6", "KBB5"):
        engine.configure({"Clear Hash": None})
        board = chess.Board(f"8/8/8/4k3/8/8/8/{pieces} w - - 0 1")
        play(engine, board, chess.engine.Limit(depth=9), 120)
        assert board.is_checkmate() and board.result() == "1-0", board.fen()


def clocks(engine):
    """No budget is exceeded by much: the moves come, also with no time at all."""
    for limit in (
        chess.engine.Limit(time=0.05),
        chess.engine.Limit(nodes=5000),
        chess.engine.Limit(white_clock=0.2, black_clock=0.2, remaining_moves=1),
        chess.engine.Limit(white_clock=0.001, black_clock=0.001),
        chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0.1, black_inc=0.1),
    ):
        play(engine, chess.Board(), limit, 4)


def analyse(engine):
    board = chess.Board()
    with engine.analysis(board) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 6:
                break
    assert analysis.wait().move in board.legal_moves
    result = engine.play(board, LIMIT, ponder=True)
    board.push(result.move)
    board.push(result.ponder)
    assert engine.play(board, LIMIT).move in board.legal_moves
    mated = chess.Board("7k/5KQ1/8/8/8/8/8/8 b - - 0 1")
    assert engine.play(mated, LIMIT).move is None


def lines():
    """Bad lines are answered, and change nothing."""
    script = {
        "xyzzy": "info string error: unknown command 'xyzzy'",
        "position": "info string error: position needs 'startpos' or 'fen'",
        "position fen": "info string error: invalid FEN: it must have four to six fields, not '0'",
        "position fen 8/8 w - - 0 1": "info string error: invalid FEN: ranks must have eight squares",
        "position fen 4k3/8/8/8/8/8/8/4K2R w Q - 0 1": "info string error: invalid FEN: a right to castle",
        "position fen 4k3/8/8/8/8/8/8/4K2R w K e6 0 1": "info string error: invalid FEN: no pawn can be taken",
        "position fen 4k3/8/8/8/8/8/8/4K2R w K - x 1": "info string error: invalid FEN: not a number of half moves",
        "position fen 4k2R/8/8/8/8/8/8/4K3 w - - 0 1": "info string error: invalid FEN: the side that has moved is in check",
        "position fen 4k2P/8/8/8/8/8/8/4K3 w - - 0 1": "info string error: invalid FEN: a pawn stands on",
        "position fen QQQQkQQQ/QQ6/Q7/8/8/8/8/4K3 b - - 0 1": "info string error: invalid FEN: a side has too many",
        "position startpos moves e2e5": "info string error: no legal move: 'e2e5'",
        "go depth": "info string error: go depth needs a number",
        "go depth -3": "info string error: depth must be a number from 1 to",
        "go sideways 3": "info string error: go does not know 'sideways'",
        "setoption name Threads value many": "info string error: Threads must be a number from 1 to 2048",
        "setoption name Colour value red": "info string error: no such option 'colour'",
        "setoption": "info string error: setoption needs 'name'",
        "stop": None,
        "ponderhit": None,
        "": None,
        "isready": "readyok",
        "go depth 3": "info depth 1 score cp",
    }
    run = subprocess.run(
        [PROGRAM, "--workers", "2"],
        input="position startpos moves e2e4\n" + "\n".join(script) + "\n",
        capture_output=True,
        text=True,
        check=True,
    )
    answers = iter(run.stdout.splitlines())
    for line, wanted in script.items():
        if wanted:
            answer = next(answers)
            assert answer.startswith(wanted), (line, answer)
    # The good position of the beginning: Black answers.
    last = list(answers)[-1].split()
    board = chess.Board()
    board.push_uci("e2e4")
    assert last[0] == "bestmove" and chess.Move.from_uci(last[1]) in board.legal_moves, last


lines()
# Without a timeout: the machine may be busy.
with chess.engine.SimpleEngine.popen_uci(PROGRAM, timeout=None) as uci:
    uci.configure({"Threads": 2, "Hash": 16})
    game = play(uci, chess.Board(), LIMIT, 16)
    assert len(game.move_stack) == 16
    clocks(uci)
    analyse(uci)
with chess.engine.SimpleEngine.popen_uci(PROGRAM, timeout=None) as uci:
    ends(uci)
