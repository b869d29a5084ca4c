package refine

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/mc/cells"
)

// Kept is one element of the final precision.
type Kept struct {
	Proc string   // "" for all of the program
	Pos  lang.Pos // of the location; not valid where the scope is wider
	What []string // variables and cells, as people write them
}

// Gained is what a precision has beyond an earlier one.
func Gained(before, after []Kept) []Kept {
	type place struct {
		proc string
		pos  lang.Pos
	}
	old := map[place]map[string]bool{}
	for _, k := range before {
		p := place{k.Proc, k.Pos}
		if old[p] == nil {
			old[p] = map[string]bool{}
		}
		for _, w := range k.What {
			old[p][w] = true
		}
	}
	var out []Kept
	for _, k := range after {
		had := old[place{k.Proc, k.Pos}]
		k.What = slices.DeleteFunc(slices.Clone(k.What), func(w string) bool { return had[w] })
		if len(k.What) > 0 {
			out = append(out, k)
		}
	}
	return out
}

// A precision that was learnt from an earlier version of a program is a good one to begin with (Beyer, Löwe, Novikov, Stahlbauer,
// Wendler: Precision reuse for efficient regression verification, FSE 2013). It says what to look at, not what is true, so that
// nothing has to be trusted. What it names and the program does not have is left out.

// names finds what a precision names.
type Names struct {
	vars   map[string][]*cfa.Var   // by procedure, "" for globals, and name
	arrays map[string][]*cfa.Array // likewise
	// Cells of regions have the names of objects.
	regions []*cfa.Array
}

func NewNames(p *cfa.Program) *Names {
	n := &Names{vars: map[string][]*cfa.Var{}, arrays: map[string][]*cfa.Array{}}
	for _, v := range p.Vars {
		k := scopedName(v.Proc, v.Name)
		n.vars[k] = append(n.vars[k], v)
	}
	for _, a := range p.Arrays {
		if a.Region {
			n.regions = append(n.regions, a)
			continue
		}
		k := scopedName(a.Proc, a.Name)
		n.arrays[k] = append(n.arrays[k], a)
	}
	return n
}

func scopedName(q *cfa.Proc, name string) string {
	if q == nil {
		return "::" + name
	}
	return q.Name + "::" + name
}

// each finds what an element of a precision names: variables, or cells of arrays with a numeral for an index. A name may be that of
// several, of which a program has told apart by lines; all of them are meant then.
func (n *Names) Each(k Kept, onVar func(*cfa.Var), onCell func(*cfa.Array, int64)) {
	for _, what := range k.What {
		name, _, _ := strings.Cut(what, "@")
		array, index, isCell := strings.Cut(name, "[")
		if !isCell {
			for _, v := range n.vars[k.Proc+"::"+name] {
				onVar(v)
			}
			continue
		}
		i, err := strconv.ParseInt(strings.TrimSuffix(index, "]"), 10, 64)
		if err != nil {
			continue
		}
		for _, a := range n.arrays[k.Proc+"::"+array] {
			onCell(a, i)
		}
	}
}

// KeptCells shows a precision to people: what is global first, then procedure by procedure. Variables of one name in
// different blocks of a procedure have their lines behind them: i@7.
func KeptCells(prog *cfa.Program, prec *cells.Precision) []Kept {
	var out []Kept
	at := map[*cfa.Proc]int{}
	add := func(q *cfa.Proc, what string) {
		i, ok := at[q]
		if !ok {
			i = len(out)
			at[q] = i
			k := Kept{}
			if q != nil {
				k.Proc = q.Name
			}
			out = append(out, k)
		}
		out[i].What = append(out[i].What, what)
	}
	type name struct {
		of   *cfa.Proc
		text string
	}
	named := map[name]int{}
	for _, v := range prog.Vars {
		named[name{v.Proc, v.Name}]++
	}
	for _, v := range prog.Vars {
		switch text := v.Name; {
		case !prec.Keeps(v):
		case named[name{v.Proc, text}] > 1 && v.Pos.Valid():
			add(v.Proc, fmt.Sprintf("%s@%d", text, v.Pos.Line))
		default:
			add(v.Proc, text)
		}
	}
	for _, a := range prog.Arrays {
		for _, i := range prec.Cells(a) {
			add(a.Proc, a.Name+"["+i.String()+"]")
		}
	}
	slices.SortStableFunc(out, func(a, b Kept) int { return cmp.Compare(min(1, len(a.Proc)), min(1, len(b.Proc))) })
	return out
}
