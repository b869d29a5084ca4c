package formula

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/internal/randpath"
	"github.com/whet-mc/whet/internal/steady"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/solver"
)

// drawGraph draws a program without loops: a line of operations, with some ways past parts of it.
func drawGraph(t *rapid.T) *cfa.Program {
	p, _ := randpath.Draw(t)
	for _, q := range p.Procs {
		locs := slices.Clone(q.Locs)
		var ops []cfa.Op
		for _, l := range locs {
			for _, e := range l.Out {
				if _, call := e.Op.(*cfa.Call); !call {
					ops = append(ops, e.Op)
				}
			}
		}
		if len(locs) < 3 || len(ops) == 0 {
			continue
		}
		for range rapid.IntRange(0, 2).Draw(t, "ways") {
			i := rapid.IntRange(0, len(locs)-3).Draw(t, "from")
			j := rapid.IntRange(i+1, len(locs)-1).Draw(t, "to")
			op := cfa.Op(cfa.Skip{})
			if rapid.Bool().Draw(t, "with") {
				op = rapid.SampledFrom(ops).Draw(t, "op")
			}
			p.NewEdge(locs[i], locs[j], op, lang.Pos{})
		}
	}
	p.Finish()
	return p
}

// inline takes all ways through a procedure.
func inline(c *Coder, at *Point, q *cfa.Proc, tag string) *Point {
	in := map[*cfa.Loc][]*Point{q.Entry: {at}}
	for _, l := range q.Locs {
		if len(in[l]) == 0 {
			continue
		}
		c.Tag(tag)
		here := c.Join(in[l]...)
		if l == q.Exit {
			return here
		}
		for _, e := range l.Out {
			c.Tag(tag)
			if call, ok := e.Op.(*cfa.Call); ok {
				inner := c.Take(here, cfa.Step{Edge: e, Kind: cfa.Enter})
				if inner = inline(c, inner, call.Callee, tag+"."+strconv.Itoa(e.ID)); inner != nil {
					c.Tag(tag)
					in[e.To] = append(in[e.To], c.Take(inner, cfa.Step{Edge: e, Kind: cfa.Return}))
				}
				continue
			}
			in[e.To] = append(in[e.To], c.Take(here, cfa.Step{Edge: e}))
		}
	}
	return nil
}

// ways lists all paths through a procedure.
func ways(q *cfa.Proc, at *cfa.Loc) []cfa.Path {
	if at == q.Exit {
		return []cfa.Path{nil}
	}
	var out []cfa.Path
	for _, e := range at.Out {
		heads := []cfa.Path{{{Edge: e}}}
		if call, ok := e.Op.(*cfa.Call); ok {
			heads = nil
			for _, w := range ways(call.Callee, call.Callee.Entry) {
				head := append(cfa.Path{{Edge: e, Kind: cfa.Enter}}, w...)
				heads = append(heads, append(head, cfa.Step{Edge: e, Kind: cfa.Return}))
			}
		}
		for _, rest := range ways(q, e.To) {
			for _, h := range heads {
				out = append(out, append(slices.Clone(h), rest...))
			}
		}
	}
	return out
}

// A graph can be passed if one of its paths can, and the inputs of a model take a path through it.
func TestGraphsAgainstPaths(t *testing.T) {
	count := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		p := drawGraph(t)
		b := smt.NewBuilder()
		c := NewCoder(b, p)
		c.Fold(rapid.Bool().Draw(t, "fold"))
		end := inline(c, c.Start(), p.Start, "")
		if end == nil {
			return // a condition that is never true is in every way
		}
		s := solver.New(b, solver.Options{})
		facts := c.Facts(end, nil)
		for _, f := range facts {
			s.Assert(f)
		}
		s.Assert(end.Guard)
		status := s.Check(context.Background())
		// where there is a product of unknown numbers
		want, open := solver.Unsat, status == solver.Unknown
		paths := ways(p.Start, p.Start.Entry)
		if len(paths) > 40 {
			return
		}
		for _, path := range paths {
			switch encoded(t, p, path) {
			case solver.Sat:
				want = solver.Sat
			case solver.Unknown:
				open = true
			}
		}
		count[fmt.Sprintf("%v, %d", status, min(3, len(paths)))]++
		if open && (status != solver.Sat || want != solver.Sat) {
			return
		}
		if status != want {
			t.Fatalf("%v, but by paths %v:\n%v %v", status, want, facts, end.Guard)
		}
		given := solver.New(b, solver.Options{})
		for _, f := range c.Given(end, nil) {
			given.Assert(f)
		}
		if g := given.Check(context.Background()); g != status && g != solver.Unknown && status != solver.Unknown {
			t.Fatalf("%v, but %v of what is given", status, g)
		}
		// Guards are never forced to be true.
		none := solver.New(b, solver.Options{})
		for _, f := range facts {
			none.Assert(f)
		}
		for _, q := range Between(end, nil) {
			if !q.Guard.IsTrue() {
				none.Assert(b.Not(q.Guard))
			}
		}
		if none.Check(context.Background()) == solver.Unsat {
			t.Fatalf("some guard must hold: %v", facts)
		}
		if status != solver.Sat {
			return
		}
		path, err := c.Path(end, s.Model())
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(paths, func(q cfa.Path) bool { return slices.Equal(path, q) }) {
			t.Fatalf("not a path: %v", path)
		}
		in, err := c.Inputs(end, s.Model())
		if err != nil {
			t.Fatal(err)
		}
		o := interp.Run(context.Background(), p, in, interp.Options{Follow: path})
		if o.Kind != interp.PathEnd && o.Kind != interp.Exited || o.Diverged {
			t.Fatalf("the inputs do not take the path: %v %s\n%v", o.Kind, o.Reason, facts)
		}
	})
	t.Log(count)
}

func encoded(t *rapid.T, p *cfa.Program, path cfa.Path) solver.Status {
	b := smt.NewBuilder()
	f, err := Encode(context.Background(), b, p, path)
	if err != nil {
		t.Fatal(err)
	}
	s := solver.New(b, solver.Options{})
	for _, g := range f.Formulas() {
		s.Assert(g)
	}
	return s.Check(context.Background())
}

// A plain formula as of a point, stripped of the versions, is the formula again; and what has other
// versions in it is not stripped.
func TestPlainFormulas(t *testing.T) {
	stripped, refused := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		p := drawGraph(t)
		b := smt.NewBuilder()
		c := NewCoder(b, p)
		end := inline(c, c.Start(), p.Start, "")
		if end == nil {
			return
		}
		points := Between(end, nil)
		at := points[rapid.IntRange(0, len(points)-1).Draw(t, "at")]
		value := func() *smt.Term {
			if rapid.IntRange(0, 2).Draw(t, "cell") == 0 {
				return b.Select(c.PlainArray(rapid.SampledFrom(p.Arrays).Draw(t, "array")), b.IntNum(1))
			}
			return c.Plain(rapid.SampledFrom(p.Vars).Draw(t, "variable"))
		}
		plain := b.Le(value(), b.Add(value(), b.IntNum(1)))
		f, facts := c.At(at, plain)
		back, ok := c.Strip(at, f)
		if !ok || back != plain {
			t.Fatalf("%v is %v at %s, and back %v %v", plain, f, at.place, back, ok)
		}
		stripped++
		// What is known of it is no restriction.
		s := solver.New(b, solver.Options{})
		for _, g := range append(facts, c.Ranges(f)...) {
			s.Assert(g)
		}
		if s.Check(context.Background()) == solver.Unsat {
			t.Fatalf("%v cannot be true", facts)
		}
		other := points[rapid.IntRange(0, len(points)-1).Draw(t, "other")]
		if back, ok := c.Strip(other, f); ok {
			if again, _ := c.At(other, back); again != f {
				t.Fatalf("%v of %s stripped at %s is %v, which is %v", f, at.place, other.place, back, again)
			}
		} else {
			refused++
		}
	})
	if stripped < steady.Bar(50) || refused < steady.Bar(5) {
		t.Errorf("%d stripped, %d refused", stripped, refused)
	}
}
