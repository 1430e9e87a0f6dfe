package main

import (
	"fmt"
	"os"
	"strconv"
	"time"
)

// What the programs in Go share: examples/example.h in their language. The
// number of threads is what the environment variable GOMAXPROCS says.

// argument returns a number of the command line; the first is 0.
func argument(i int) int {
	number, err := strconv.Atoi(os.Args[i+1])
	if err != nil {
		panic(err)
	}
	return number
}

// timed runs work, and prints its time.
func timed(work func()) {
	start := time.Now()
	work()
	fmt.Fprintf(os.Stderr, "time %.6f s\n", time.Since(start).Seconds())
}

func mix(value uint64) uint64 {
	value += 0x9e3779b97f4a7c15
	value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9
	value = (value ^ (value >> 27)) * 0x94d049bb133111eb
	return value ^ (value >> 31)
}

func random(state *uint64) uint64 {
	*state++
	return mix(*state - 1)
}

func checksum(value uint64) {
	fmt.Printf("checksum %016x\n", value)
}
