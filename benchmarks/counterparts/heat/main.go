// examples/heat.c with goroutines.
package main

import (
	"math"
	"runtime"
	"sync"
)

const speed = 0.2

func row(result, above, here, below []float64) {
	for j := 1; j < len(result)-1; j++ {
		result[j] = here[j] + speed*(above[j]+below[j]+here[j-1]+here[j+1]-4*here[j])
	}
}

// step makes one time step from old to next. A goroutine has as many rows as a
// task of a cilk_for.
func step(next, old []float64, rows, columns int) {
	grain := max(1, (rows-2)/(8*runtime.GOMAXPROCS(0)))
	var tasks sync.WaitGroup
	for first := 1; first < rows-1; first += grain {
		tasks.Add(1)
		go func() {
			defer tasks.Done()
			for i := first; i < min(first+grain, rows-1); i++ {
				at := func(grid []float64, i int) []float64 {
					return grid[i*columns : (i+1)*columns]
				}
				row(at(next, i), at(old, i-1), at(old, i), at(old, i+1))
			}
		}()
	}
	tasks.Wait()
}

func wave(i, points int) float64 {
	return math.Sin(math.Pi * float64(i) / float64(points-1))
}

func main() {
	rows, columns, steps := argument(0), argument(1), argument(2)
	now, next := make([]float64, rows*columns), make([]float64, rows*columns)
	for i := 1; i < rows-1; i++ {
		for j := 1; j < columns-1; j++ {
			now[i*columns+j] = wave(i, rows) * wave(j, columns)
		}
	}
	timed(func() {
		for range steps {
			step(next, now, rows, columns)
			now, next = next, now
		}
	})
	sum := 0.0
	for _, x := range now {
		sum += x
	}
	mean := sum / (float64(rows) * float64(columns))
	checksum(mix(uint64(math.Round(mean * 1e9))))
}
