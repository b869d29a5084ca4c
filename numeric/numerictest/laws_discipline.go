// Laws of good behaviour: immutability, concurrent use, and panics on misuse.

package numerictest

import (
	"fmt"
	"reflect"
	"strings"
	"sync"

	"github.com/whet-mc/whet/linear"
	"github.com/whet-mc/whet/numeric"
)

// disciplineLaws returns the laws of good behaviour.
func disciplineLaws[E numeric.Element[E]]() []law[E] {
	return []law[E]{
		{"immutable", immutable[E]},
		{"concurrent", concurrent[E]},
		{"misuse", misuse[E]},
	}
}

// look returns the results of the basic queries of an element as text.
func (c *check[E]) look(e E) string {
	p, ok := e.Point()
	return fmt.Sprint(e.String(), e.Constraints(), e.IsBottom(), e.IsTop(), p, ok)
}

// operations returns all operations that take one or two elements, with random arguments.
func (c *check[E]) operations() []func(e, f E) E {
	k, ts := c.constraint(c.dims), c.upTo()
	ops := []func(e, f E) E{
		func(e, f E) E { return e.Meet(f) },
		func(e, f E) E { return e.Join(f) },
		func(e, f E) E { return e.Widen(f) },
		func(e, f E) E { return e.WidenUpTo(f, ts) },
		func(e, f E) E { return e.Narrow(e.Meet(f)) },
		func(e, f E) E { return e.Assume(k) },
		func(e, f E) E { j, _ := e.ExactJoin(f); return j },
		func(e, f E) E { e.Interpolate(f); return e },
		func(e, f E) E { e.Leq(f); return e },
		func(e, f E) E { e.Equal(f); return e },
		func(e, f E) E { return e.AddDims(1) },
	}
	if c.dims == 0 {
		return ops
	}
	v, w, by, to := c.dim(), c.dim(), c.expr(c.dims), c.permutation(c.dims)
	ops = append(ops,
		func(e, f E) E { return e.Assign(v, by) },
		func(e, f E) E { return e.Preassign(v, by) },
		func(e, f E) E { return e.Havoc(v) },
		func(e, f E) E { return e.RemoveDims(v) },
		func(e, f E) E { return e.Permute(to) },
		func(e, f E) E { return e.Expand(v, 1) },
		func(e, f E) E { e.Bounds(by); return e },
		func(e, f E) E { e.Entails(k); return e },
	)
	if v != w {
		ops = append(ops, func(e, f E) E { return e.Rename(v, w) }, func(e, f E) E { return e.Fold(v, w) })
	}
	return ops
}

// immutable checks that no operation changes an operand, or a result that shares memory with one.
func immutable[E numeric.Element[E]](c *check[E]) {
	s, t := c.sample("e"), c.sample("f")
	wantE, wantF := c.look(s.build()), c.look(t.build())
	e, f := s.build(), t.build() // equal to the elements above, but never observed
	if c.chance(2) {
		c.look(e)
	}
	ops := c.operations()
	var made []E
	for _, op := range ops {
		made = append(made, op(e, f), op(f, e))
	}
	var looks []string
	for _, m := range made {
		looks = append(looks, c.look(m))
	}
	for _, m := range made {
		if m.Dims() == c.dims {
			ops[c.pick(len(ops))](m, e)
			ops[c.pick(len(ops))](f, m)
		}
	}
	for i, m := range made {
		c.must(c.look(m) == looks[i], "the result of operation %d has changed from %v to %v", i/2, looks[i], c.look(m))
	}
	c.must(c.look(e) == wantE, "e has changed from %v to %v", wantE, c.look(e))
	c.must(c.look(f) == wantF, "f has changed from %v to %v", wantF, c.look(f))
}

// concurrent applies operations to the same elements from several goroutines and compares their results. The race
// detector finds further errors.
func concurrent[E numeric.Element[E]](c *check[E]) {
	s, t := c.sample("e"), c.sample("f")
	e, f := s.build(), t.build()
	ops := c.operations()
	if len(ops) > 4 {
		i := c.pick(len(ops) - 3)
		ops = ops[i : i+3]
	}
	looks := make([]string, 3)
	var wait sync.WaitGroup
	for i := range looks {
		wait.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					looks[i] = fmt.Sprintf("panic: %v", p)
				}
			}()
			for j := range ops {
				c.look(ops[(i+j)%len(ops)](e, f)) // each goroutine looks at the operations in another order
			}
			looks[i] += c.look(e) + c.look(f)
			for _, op := range ops {
				looks[i] += c.look(op(e, f))
			}
		})
	}
	wait.Wait()
	want := c.look(s.build()) + c.look(t.build())
	for _, l := range looks {
		c.must(l == looks[0] && strings.HasPrefix(l, want), "goroutines saw %q and %q, alone it is %q", looks[0], l, want)
	}
}

// misused is an operation and a call of it that should panic.
type misused[F any] struct {
	op   string
	call F
}

// misuse checks that programming errors panic, and that the message names the operation and the error.
func misuse[E numeric.Element[E]](c *check[E]) {
	c.dims = 3
	e, _ := c.element("e")
	if c.chance(3) {
		e = c.top()
	}
	wide := c.d.Top(4, c.of)
	other := c.d.Top(3, linear.Rationals+linear.Integers-c.of)
	k, far := c.constraint(3), linear.X(7).LE(linear.ConstInt(0))
	pairs := []misused[func(e, f E)]{
		{"Leq", func(e, f E) { e.Leq(f) }},
		{"Equal", func(e, f E) { e.Equal(f) }},
		{"Meet", func(e, f E) { e.Meet(f) }},
		{"Join", func(e, f E) { e.Join(f) }},
		{"Widen", func(e, f E) { e.Widen(f) }},
		{"WidenUpTo", func(e, f E) { e.WidenUpTo(f, []linear.Constraint{k}) }},
		{"Narrow", func(e, f E) { e.Narrow(f) }},
		{"ExactJoin", func(e, f E) { e.ExactJoin(f) }},
		{"Interpolate", func(e, f E) { e.Interpolate(f) }},
	}
	bad := []misused[func(e E, v int)]{
		{"Assume", func(e E, v int) { e.Assume(k, far) }},
		{"ExactAssume", func(e E, v int) { e.ExactAssume(far) }},
		{"Assign", func(e E, v int) { e.Assign(v, linear.Expr{}) }},
		{"Preassign", func(e E, v int) { e.Preassign(v, linear.Expr{}) }},
		{"ExactAssign", func(e E, v int) { e.ExactAssign(v, linear.Expr{}) }},
		{"Havoc", func(e E, v int) { e.Havoc(0, v) }},
		{"RemoveDims", func(e E, v int) { e.RemoveDims(0, v) }},
		{"Rename", func(e E, v int) { e.Rename(0, v) }},
		{"Expand", func(e E, v int) { e.Expand(v, 1) }},
		{"Fold", func(e E, v int) { e.Fold(0, v) }},
		{"Bounds", func(e E, v int) { e.Bounds(linear.X(7)) }},
		{"Entails", func(e E, v int) { e.Entails(far) }},
	}
	further := []misused[func(e E)]{
		{"Assign", func(e E) { e.Assign(0, linear.X(7)) }},
		{"Preassign", func(e E) { e.Preassign(0, linear.X(7)) }},
		{"Rename", func(e E) { e.Rename(3, 0) }},
		{"Fold", func(e E) { e.Fold(3) }},
		{"Permute", func(e E) { e.Permute([]int{1, 0}) }},
		{"AddDims", func(e E) { e.AddDims(-1) }},
		{"Expand", func(e E) { e.Expand(0, -1) }},
		{"WidenUpTo", func(e E) { e.WidenUpTo(e, []linear.Constraint{far}) }},
	}
	for _, a := range []E{e, c.bottom()} {
		for _, m := range pairs {
			c.panics(m.op, func() { m.call(a, wide) }, "3", "4")
			c.panics(m.op, func() { m.call(wide, a) }, "3", "4")
			c.panics(m.op, func() { m.call(a, other) })
		}
		for _, m := range bad {
			c.panics(m.op, func() { m.call(a, 3) }, "3")
			if c.chance(2) {
				c.panics(m.op, func() { m.call(a, -1) })
			}
		}
		for _, m := range further {
			c.panics(m.op, func() { m.call(a) })
		}
		c.panics("Permute", func() { a.Permute([]int{0, 1, 1}) })
		c.panics("Permute", func() { a.Permute([]int{0, 1, 3}) })
	}
	if reflect.TypeFor[E]().Kind() != reflect.Pointer {
		return
	}
	var none E
	for _, m := range pairs {
		c.panics(m.op, func() { m.call(e, none) }, "nil")
		c.panics(m.op, func() { m.call(none, e) }, "nil")
	}
	for _, m := range bad {
		c.panics(m.op, func() { m.call(none, 0) }, "nil")
	}
	for _, m := range []misused[func()]{
		{"Dims", func() { none.Dims() }},
		{"Numbers", func() { none.Numbers() }},
		{"IsBottom", func() { none.IsBottom() }},
		{"IsTop", func() { none.IsTop() }},
		{"AddDims", func() { none.AddDims(1) }},
		{"Permute", func() { none.Permute(nil) }},
		{"Constraints", func() { none.Constraints() }},
		{"Point", func() { none.Point() }},
	} {
		c.panics(m.op, m.call, "nil")
	}
}

// panics fails if f does not panic, or panics without the operation's name or one of the parts in its message.
func (c *check[E]) panics(op string, f func(), parts ...string) {
	message := func() (m string) {
		defer func() {
			if p := recover(); p != nil {
				m = fmt.Sprintf("%T: %v", p, p)
			}
		}()
		f()
		return ""
	}()
	c.must(message != "", "misuse of %s does not panic", op)
	for _, part := range append(parts, op) {
		c.must(strings.Contains(message, part), "misuse of %s panics with %q, which does not mention %s", op, message, part)
	}
	c.must(!strings.HasPrefix(message, "runtime."), "misuse of %s is found by the run time only: %q", op, message)
}
