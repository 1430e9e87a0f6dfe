//! examples/fib.c with rayon.

#[path = "../example.rs"]
mod example;

fn fib(n: usize) -> u64 {
    if n < 2 {
        return n as u64;
    }
    let (x, y) = rayon::join(|| fib(n - 1), || fib(n - 2));
    x + y
}

fn main() {
    let n = example::argument(0);
    let result = example::timed(|| fib(n));
    example::checksum(example::mix(result));
}
