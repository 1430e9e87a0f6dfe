//! What the programs in Rust share: examples/example.h in their language. A
//! program need not use all of it.
#![allow(dead_code)]

use std::time::Instant;

/// Returns a number of the command line; the first is 0.
pub fn argument(i: usize) -> usize {
    std::env::args().nth(i + 1).unwrap().parse().unwrap()
}

/// Runs `work` in a pool of as many threads as RAYON_NUM_THREADS says, and
/// prints its time.
pub fn timed<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    let pool = rayon::ThreadPoolBuilder::new().build().unwrap();
    let start = Instant::now();
    let result = pool.install(work);
    eprintln!("time {:.6} s", start.elapsed().as_secs_f64());
    result
}

pub fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e3779b97f4a7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d049bb133111eb);
    value ^ (value >> 31)
}

pub fn random(state: &mut u64) -> u64 {
    *state += 1;
    mix(*state - 1)
}

pub fn checksum(value: u64) {
    println!("checksum {value:016x}");
}
