// examples/fib.c with goroutines.
package main

func fib(n int) uint64 {
	if n < 2 {
		return uint64(n)
	}
	result := make(chan uint64, 1)
	go func() { result <- fib(n - 1) }()
	y := fib(n - 2)
	return <-result + y
}

func main() {
	n := argument(0)
	var result uint64
	timed(func() { result = fib(n) })
	checksum(mix(result))
}
