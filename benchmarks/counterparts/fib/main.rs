//! examples/fib.c with rayon.

use std::time::Instant;

fn fib(n: u32) -> u64 {
    if n < 2 {
        return n as u64;
    }
    let (x, y) = rayon::join(|| fib(n - 1), || fib(n - 2));
    x + y
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
    let result = pool.install(|| fib(n));
    eprintln!("time {:.6} s", start.elapsed().as_secs_f64());
    println!("checksum {:016x}", mix(result));
}
