//! examples/matmul.cpp with rayon.

#[path = "../example.rs"]
mod example;

use rayon::join;
use std::slice::{from_raw_parts, from_raw_parts_mut};

const LEAF_SIZE: usize = 64;

/// A part of a matrix that is stored by rows. Does not own the elements, of
/// which no two tasks may write the same at a time.
#[derive(Clone, Copy)]
struct Block {
    first: *mut f64,
    rows: usize,
    columns: usize,
    stride: usize,
}

unsafe impl Send for Block {}
unsafe impl Sync for Block {}

impl Block {
    fn new(elements: &mut [f64], n: usize) -> Block {
        let first = elements.as_mut_ptr();
        Block {
            first,
            rows: n,
            columns: n,
            stride: n,
        }
    }

    fn at(self, i: usize, j: usize) -> *mut f64 {
        unsafe { self.first.add(i * self.stride + j) }
    }

    unsafe fn row<'a>(self, i: usize) -> &'a [f64] {
        from_raw_parts(self.at(i, 0), self.columns)
    }

    unsafe fn row_mut<'a>(self, i: usize) -> &'a mut [f64] {
        from_raw_parts_mut(self.at(i, 0), self.columns)
    }

    fn top(self, n: usize) -> Block {
        Block { rows: n, ..self }
    }

    fn bottom(self, n: usize) -> Block {
        Block {
            first: self.at(n, 0),
            rows: self.rows - n,
            ..self
        }
    }

    fn left(self, n: usize) -> Block {
        Block { columns: n, ..self }
    }

    fn right(self, n: usize) -> Block {
        Block {
            first: self.at(0, n),
            columns: self.columns - n,
            ..self
        }
    }
}

/// a * b + c in one instruction where there is one, as C compilers do.
fn multiply_add(a: f64, b: f64, c: f64) -> f64 {
    if cfg!(target_feature = "fma") {
        a.mul_add(b, c)
    } else {
        a * b + c
    }
}

fn multiply_leaf(c: Block, a: Block, b: Block) {
    for i in 0..c.rows {
        let (ci, ai) = unsafe { (c.row_mut(i), a.row(i)) };
        let n = ci.len();
        let four = ai.len() / 4 * 4;
        for k in (0..four).step_by(4) {
            let [b0, b1, b2, b3] = [k, k + 1, k + 2, k + 3].map(|k| unsafe { &b.row(k)[..n] });
            let (a0, a1, a2, a3) = (ai[k], ai[k + 1], ai[k + 2], ai[k + 3]);
            for j in 0..n {
                let first = multiply_add(a0, b0[j], a1 * b1[j]);
                let second = multiply_add(a2, b2[j], a3 * b3[j]);
                ci[j] += first + second;
            }
        }
        for k in four..ai.len() {
            for (x, y) in ci.iter_mut().zip(unsafe { b.row(k) }) {
                *x += ai[k] * y;
            }
        }
    }
}

/// Where to cut a dimension: so that a part is a whole number of leaves.
fn cut(n: usize) -> usize {
    (n / 2).div_ceil(LEAF_SIZE) * LEAF_SIZE
}

/// Adds a * b to c.
fn multiply(c: Block, a: Block, b: Block) {
    let (rows, columns, inner) = (c.rows, c.columns, a.columns);
    if rows <= LEAF_SIZE && columns <= LEAF_SIZE && inner <= LEAF_SIZE {
        return multiply_leaf(c, a, b);
    }
    if rows >= columns && rows >= inner {
        let half = cut(rows);
        join(
            || multiply(c.top(half), a.top(half), b),
            || multiply(c.bottom(half), a.bottom(half), b),
        );
    } else if columns >= inner {
        let half = cut(columns);
        join(
            || multiply(c.left(half), a, b.left(half)),
            || multiply(c.right(half), a, b.right(half)),
        );
    } else {
        let half = cut(inner);
        multiply(c, a.left(half), b.top(half));
        multiply(c, a.right(half), b.bottom(half));
    }
}

fn main() {
    let n = example::argument(0);
    let mut state = 1;
    let mut random_numbers = || -> Vec<f64> {
        (0..n * n)
            .map(|_| (example::random(&mut state) % 17) as f64 - 8.0)
            .collect()
    };
    let (mut a, mut b) = (random_numbers(), random_numbers());
    let mut c = vec![0.0; n * n];
    let blocks = [&mut c, &mut a, &mut b].map(|elements| Block::new(elements, n));
    example::timed(|| multiply(blocks[0], blocks[1], blocks[2]));
    let sum = c
        .iter()
        .fold(0, |sum, x| example::mix(sum ^ *x as i64 as u64));
    example::checksum(sum);
}
