//! benchmarks/native/nqueens.c with rayon.

#[path = "../example.rs"]
mod example;

const MAX_QUEENS: usize = 16;
type Board = [i8; MAX_QUEENS];

fn is_safe(board: &[i8]) -> bool {
    for i in 0..board.len() {
        for j in i + 1..board.len() {
            let distance = board[j] as i32 - board[i] as i32;
            let rows = (j - i) as i32;
            if distance == 0 || distance == rows || distance == -rows {
                return false;
            }
        }
    }
    true
}

fn count(n: usize, row: usize, above: &Board) -> u64 {
    if row == n {
        return 1;
    }
    let mut solutions = [0; MAX_QUEENS];
    rayon::scope(|tasks| {
        for (column, result) in solutions.iter_mut().enumerate().take(n) {
            let mut board = *above;
            board[row] = column as i8;
            if is_safe(&board[..=row]) {
                tasks.spawn(move |_| *result = count(n, row + 1, &board));
            }
        }
    });
    solutions.iter().sum()
}

fn main() {
    let n = example::argument(0);
    let result = example::timed(|| count(n, 0, &[0; MAX_QUEENS]));
    example::checksum(example::mix(result));
}
