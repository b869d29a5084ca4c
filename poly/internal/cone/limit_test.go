package cone

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"github.com/whet-mc/whet/internal/effort"
)

// exploding is a hull whose facets grow to many thousands on the way.
func exploding() *Cone {
	d := 8
	p := FromConstraints(d+1, NewMatrix(d+1), cuts(d, 8))
	_, rays, err := p.Generators(nil)
	if err != nil {
		panic(err)
	}
	moved := NewMatrix(d + 1)
	row := make([]int64, d+1)
	for i := range rays.Len() {
		w, _ := rays.Words(i)
		copy(row, w)
		row[1] += 3 * row[0]
		moved.AppendWords(row)
	}
	return p.AddGenerators(NewMatrix(d+1), moved)
}

func TestLimitOfRows(t *testing.T) {
	c := exploding()
	_, _, err := c.Constraints(&Limit{Rows: 500})
	var limit *LimitError
	if !errors.As(err, &limit) {
		t.Fatalf("got %v, want a *LimitError", err)
	}
	if limit.Cause != nil || limit.Rows <= 500 || limit.Rows > 600 || limit.Done <= 0 || limit.Done >= limit.Total || limit.Error() == "" {
		t.Errorf("got %+v (%v)", *limit, limit)
	}
	if c.HasConstraints() || !c.HasGenerators() || c.IsMinimal() {
		t.Error("a conversion that was stopped left something behind")
	}
	// A limit that is large enough changes nothing.
	small := FromGenerators(5, NewMatrix(5), cyclic(4, 10))
	_, ineqs, err := small.Constraints(&Limit{Rows: 60, Context: context.Background()})
	if err != nil || ineqs.Len() != 35 {
		t.Errorf("%d facets, %v", ineqs.Len(), err)
	}
}

// counting is a context that ends when it was looked at often enough, and notes what was done
// between the looks.
type counting struct {
	context.Context
	work *effort.Meter
	left int
	used int64
	gaps []int64 // units of work counted since the look before
}

func (c *counting) Err() error {
	c.gaps = append(c.gaps, c.work.Used()-c.used)
	c.used = c.work.Used()
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

func TestLimitOfContext(t *testing.T) {
	c := exploding()
	ctx := &counting{left: 200}
	ctx.Context, ctx.work = effort.New(context.Background(), 0, nil)
	_, err := c.Saturation(&Limit{Context: ctx})
	var limit *LimitError
	if !errors.As(err, &limit) || !errors.Is(err, context.Canceled) || limit.Rows == 0 || limit.Error() == "" {
		t.Fatalf("got %v, want a *LimitError by the context", err)
	}
	// About a quarter of a millisecond lies between two looks.
	slices.Sort(ctx.gaps)
	if most := ctx.gaps[len(ctx.gaps)-1]; most > 10*workBetweenLooks/unitOfWork {
		t.Errorf("%d units of work lie between two looks at the context", most)
	}

	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := FromConstraints(4, NewMatrix(4), cube(3)).Generators(&Limit{Context: ended}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v of a context that has ended", err)
	}
}

// Readers may ask at the same time, and see the same.
func TestConcurrentReaders(t *testing.T) {
	base := FromConstraints(5, NewMatrix(5), cube(4))
	c := base.AddConstraints(NewMatrix(5), mat(5, []int64{1, 1, 1, 1, 1})).AddGenerators(NewMatrix(5), mat(5, []int64{1, 3, 3, 0, 0}))
	var wg sync.WaitGroup
	matrices := make([]*Matrix, 8)
	for i := range matrices {
		wg.Add(1)
		go func() {
			defer wg.Done()
			c.HasGenerators()
			c.RawConstraints()
			_, r, err := c.Generators(nil)
			if err != nil {
				t.Error(err)
			}
			matrices[i] = r
		}()
	}
	wg.Wait()
	for _, m := range matrices {
		if m != matrices[0] {
			t.Error("two readers got different matrices")
		}
	}
	must(t, c.Check())
}
