//! benchmarks/native/nqueens.c with rayon.

use std::time::Instant;

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

/// example_mix of examples/example.h.
fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e3779b97f4a7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d049bb133111eb);
    value ^ (value >> 31)
}

fn main() {
    let n = std::env::args().nth(1).unwrap().parse().unwrap();
    let pool = rayon::ThreadPoolBuilder::new().build().unwrap();
    let start = Instant::now();
    let result = pool.install(|| count(n, 0, &[0; MAX_QUEENS]));
    eprintln!("time {:.6} s", start.elapsed().as_secs_f64());
    println!("checksum {:016x}", mix(result));
}
