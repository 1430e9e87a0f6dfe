// examples/matmul.cpp with goroutines.
package main

const leafSize = 64

// A block is a part of a matrix that is stored by rows.
type block struct {
	elements              []float64
	rows, columns, stride int
}

func (b block) row(i int) []float64 {
	return b.elements[i*b.stride : i*b.stride+b.columns]
}

func (b block) top(n int) block {
	return block{b.elements, n, b.columns, b.stride}
}

func (b block) bottom(n int) block {
	return block{b.elements[n*b.stride:], b.rows - n, b.columns, b.stride}
}

func (b block) left(n int) block {
	return block{b.elements, b.rows, n, b.stride}
}

func (b block) right(n int) block {
	return block{b.elements[n:], b.rows, b.columns - n, b.stride}
}

func multiplyLeaf(c, a, b block) {
	for i := range c.rows {
		ci, ai := c.row(i), a.row(i)
		k := 0
		for ; k+4 <= len(ai); k += 4 {
			a0, a1, a2, a3 := ai[k], ai[k+1], ai[k+2], ai[k+3]
			n := len(ci)
			b0, b1, b2, b3 := b.row(k)[:n], b.row(k + 1)[:n], b.row(k + 2)[:n], b.row(k + 3)[:n]
			for j := range ci {
				ci[j] += a0*b0[j] + a1*b1[j] + (a2*b2[j] + a3*b3[j])
			}
		}
		for ; k < len(ai); k++ {
			for j, x := range b.row(k) {
				ci[j] += ai[k] * x
			}
		}
	}
}

// cut says where to cut a dimension: so that a part is a whole number of leaves.
func cut(n int) int {
	return (n/2 + leafSize - 1) / leafSize * leafSize
}

func both(first, second func()) {
	done := make(chan struct{})
	go func() {
		first()
		close(done)
	}()
	second()
	<-done
}

// multiply adds a * b to c.
func multiply(c, a, b block) {
	if max(c.rows, c.columns, a.columns) <= leafSize {
		multiplyLeaf(c, a, b)
		return
	}
	switch {
	case c.rows >= c.columns && c.rows >= a.columns:
		half := cut(c.rows)
		both(
			func() { multiply(c.top(half), a.top(half), b) },
			func() { multiply(c.bottom(half), a.bottom(half), b) })
	case c.columns >= a.columns:
		half := cut(c.columns)
		both(
			func() { multiply(c.left(half), a, b.left(half)) },
			func() { multiply(c.right(half), a, b.right(half)) })
	default:
		half := cut(a.columns)
		multiply(c, a.left(half), b.top(half))
		multiply(c, a.right(half), b.bottom(half))
	}
}

func main() {
	n := argument(0)
	var state uint64 = 1
	matrix := func() block {
		elements := make([]float64, n*n)
		for i := range elements {
			elements[i] = float64(random(&state)%17) - 8
		}
		return block{elements, n, n, n}
	}
	a, b := matrix(), matrix()
	c := block{make([]float64, n*n), n, n, n}
	timed(func() { multiply(c, a, b) })
	var sum uint64
	for _, x := range c.elements {
		sum = mix(sum ^ uint64(int64(x)))
	}
	checksum(sum)
}
