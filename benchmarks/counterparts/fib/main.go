// examples/fib.c with goroutines.
package main

import (
	"fmt"
	"os"
	"strconv"
	"time"
)

func fib(n int) uint64 {
	if n < 2 {
		return uint64(n)
	}
	result := make(chan uint64, 1)
	go func() { result <- fib(n - 1) }()
	y := fib(n - 2)
	return <-result + y
}

// mix is example_mix of examples/example.h.
func mix(value uint64) uint64 {
	value += 0x9e3779b97f4a7c15
	value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9
	value = (value ^ (value >> 27)) * 0x94d049bb133111eb
	return value ^ (value >> 31)
}

func main() {
	n, _ := strconv.Atoi(os.Args[1])
	start := time.Now()
	result := fib(n)
	fmt.Fprintf(os.Stderr, "time %.6f s\n", time.Since(start).Seconds())
	fmt.Printf("checksum %016x\n", mix(result))
}
