// benchmarks/native/nqueens.c with goroutines.
package main

import "sync"

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

func main() {
	n := argument(0)
	var result int
	timed(func() { result = count(n, 0, &board{}) })
	checksum(mix(uint64(result)))
}
