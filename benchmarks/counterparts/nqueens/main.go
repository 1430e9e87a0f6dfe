// benchmarks/native/nqueens.c with goroutines.
package main

import (
	"fmt"
	"os"
	"strconv"
	"sync"
	"time"
)

const maxQueens = 16

type board [maxQueens]int8

func isSafe(b *board, rows int) bool {
	for i := 0; i < rows; i++ {
		for j := i + 1; j < rows; j++ {
			distance := int(b[j]) - int(b[i])
			if distance == 0 || distance == j-i || distance == i-j {
				return false
			}
		}
	}
	return true
}

func count(n, row int, above *board) int {
	if row == n {
		return 1
	}
	var boards [maxQueens]board
	var solutions [maxQueens]int
	var tasks sync.WaitGroup
	for column := 0; column < n; column++ {
		b := &boards[column]
		copy(b[:row], above[:row])
		b[row] = int8(column)
		if !isSafe(b, row+1) {
			continue
		}
		tasks.Add(1)
		go func(column int) {
			solutions[column] = count(n, row+1, b)
			tasks.Done()
		}(column)
	}
	tasks.Wait()
	sum := 0
	for _, found := range solutions {
		sum += found
	}
	return sum
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
	result := count(n, 0, &board{})
	fmt.Fprintf(os.Stderr, "time %.6f s\n", time.Since(start).Seconds())
	fmt.Printf("checksum %016x\n", mix(uint64(result)))
}
