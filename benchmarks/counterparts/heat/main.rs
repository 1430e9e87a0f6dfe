//! examples/heat.c with rayon.

#[path = "../example.rs"]
mod example;

use rayon::prelude::*;
use std::f64::consts::PI;

const SPEED: f64 = 0.2;

fn row(result: &mut [f64], above: &[f64], here: &[f64], below: &[f64]) {
    let n = result.len();
    let (above, here, below) = (&above[..n], &here[..n], &below[..n]);
    for j in 1..n - 1 {
        let around = above[j] + below[j] + here[j - 1] + here[j + 1];
        result[j] = here[j] + SPEED * (around - 4.0 * here[j]);
    }
}

/// One time step from `old` to `next`.
fn step(next: &mut [f64], old: &[f64], rows: usize, columns: usize) {
    let line = |i: usize| &old[i * columns..(i + 1) * columns];
    let inner = columns..(rows - 1) * columns;
    next[inner]
        .par_chunks_mut(columns)
        .enumerate()
        .for_each(|(i, result)| row(result, line(i), line(i + 1), line(i + 2)));
}

fn wave(i: usize, points: usize) -> f64 {
    (PI * i as f64 / (points - 1) as f64).sin()
}

fn main() {
    let (rows, columns) = (example::argument(0), example::argument(1));
    let steps = example::argument(2);
    let mut now = vec![0.0; rows * columns];
    let mut next = now.clone();
    for i in 1..rows - 1 {
        for j in 1..columns - 1 {
            now[i * columns + j] = wave(i, rows) * wave(j, columns);
        }
    }
    example::timed(|| {
        for _ in 0..steps {
            step(&mut next, &now, rows, columns);
            std::mem::swap(&mut now, &mut next);
        }
    });
    let mean = now.iter().sum::<f64>() / (rows as f64 * columns as f64);
    example::checksum(example::mix((mean * 1e9).round() as u64));
}
