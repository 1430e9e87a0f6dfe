//! examples/cilksort.cpp with rayon.

#[path = "../example.rs"]
mod example;

use rayon::join;

const SORT_LEAF: usize = 2048;
const MERGE_LEAF: usize = 4096;

fn merge_serially<'a>(mut a: &'a [i64], mut b: &'a [i64], to: &mut [i64]) {
    for x in to {
        let from = match (a.first(), b.first()) {
            (Some(first), Some(second)) if second < first => &mut b,
            (None, _) => &mut b,
            _ => &mut a,
        };
        *x = from[0];
        *from = &from[1..];
    }
}

fn merge(a: &[i64], b: &[i64], to: &mut [i64]) {
    if a.len() + b.len() <= MERGE_LEAF {
        return merge_serially(a, b, to);
    }
    let (i, j);
    if a.len() >= b.len() {
        i = a.len() / 2;
        j = b.partition_point(|x| *x < a[i]);
    } else {
        j = b.len() / 2;
        i = a.partition_point(|x| *x <= b[j]);
    }
    let (low, high) = to.split_at_mut(i + j);
    join(
        || merge(&a[..i], &b[..j], low),
        || merge(&a[i..], &b[j..], high),
    );
}

fn sort(numbers: &mut [i64], scratch: &mut [i64]) {
    if numbers.len() <= SORT_LEAF {
        return numbers.sort_unstable();
    }
    let quarter = numbers.len() / 4;
    let (low, high) = numbers.split_at_mut(2 * quarter);
    let (a, b) = low.split_at_mut(quarter);
    let (c, d) = high.split_at_mut(quarter);
    let (low, high) = scratch.split_at_mut(2 * quarter);
    {
        let (scratch_a, scratch_b) = low.split_at_mut(quarter);
        let (scratch_c, scratch_d) = high.split_at_mut(quarter);
        join(
            || join(|| sort(a, scratch_a), || sort(b, scratch_b)),
            || join(|| sort(c, scratch_c), || sort(d, scratch_d)),
        );
    }
    join(|| merge(a, b, low), || merge(c, d, high));
    merge(low, high, numbers);
}

fn main() {
    let mut state = example::mix(1);
    let mut numbers: Vec<i64> = (0..example::argument(0))
        .map(|_| (example::random(&mut state) >> 16) as i64)
        .collect();
    let mut scratch = vec![0; numbers.len()];
    example::timed(|| sort(&mut numbers, &mut scratch));
    let sum = numbers
        .iter()
        .fold(0, |sum, x| example::mix(sum ^ *x as u64));
    example::checksum(sum);
}
