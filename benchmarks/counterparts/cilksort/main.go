// examples/cilksort.cpp with goroutines.
package main

import (
	"slices"
	"sort"
	"sync"
)

const sortLeaf, mergeLeaf = 2048, 4096

// together runs tasks at the same time, the last one in this goroutine.
func together(tasks ...func()) {
	var others sync.WaitGroup
	last := len(tasks) - 1
	for _, task := range tasks[:last] {
		others.Add(1)
		go func() {
			defer others.Done()
			task()
		}()
	}
	tasks[last]()
	others.Wait()
}

func mergeSerially(a, b, to []int64) {
	for i := range to {
		if len(a) > 0 && (len(b) == 0 || a[0] <= b[0]) {
			to[i], a = a[0], a[1:]
		} else {
			to[i], b = b[0], b[1:]
		}
	}
}

func merge(a, b, to []int64) {
	if len(a)+len(b) <= mergeLeaf {
		mergeSerially(a, b, to)
		return
	}
	var i, j int
	if len(a) >= len(b) {
		i = len(a) / 2
		j = sort.Search(len(b), func(j int) bool { return b[j] >= a[i] })
	} else {
		j = len(b) / 2
		i = sort.Search(len(a), func(i int) bool { return a[i] > b[j] })
	}
	together(
		func() { merge(a[:i], b[:j], to[:i+j]) },
		func() { merge(a[i:], b[j:], to[i+j:]) })
}

func sortNumbers(numbers, scratch []int64) {
	if len(numbers) <= sortLeaf {
		slices.Sort(numbers)
		return
	}
	n := len(numbers) / 4
	quarter := func(i int) func() {
		end := (i + 1) * n
		if i == 3 {
			end = len(numbers)
		}
		return func() { sortNumbers(numbers[i*n:end], scratch[i*n:end]) }
	}
	together(quarter(0), quarter(1), quarter(2), quarter(3))
	low, high := scratch[:2*n], scratch[2*n:]
	together(
		func() { merge(numbers[:n], numbers[n:2*n], low) },
		func() { merge(numbers[2*n:3*n], numbers[3*n:], high) })
	merge(low, high, numbers)
}

func main() {
	numbers, scratch := make([]int64, argument(0)), make([]int64, argument(0))
	state := mix(1)
	for i := range numbers {
		numbers[i] = int64(random(&state) >> 16)
	}
	timed(func() { sortNumbers(numbers, scratch) })
	var sum uint64
	for _, x := range numbers {
		sum = mix(sum ^ uint64(x))
	}
	checksum(sum)
}
