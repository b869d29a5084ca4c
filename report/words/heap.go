// This file makes pictures of the heap.

package words

import (
	"cmp"
	"slices"
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
)

// Heap is a picture of the linked memory at one step of a run: which variables lead into it, and which blocks and
// records lead to which others. It exists only if the program has linked blocks or records. A block that only a
// variable leads to needs no picture; the path shows where it is made.
type Heap struct {
	Text   []string `json:"text"` // the picture for people
	Roots  []Root   `json:"roots,omitempty"`
	Blocks []Block  `json:"blocks"`         // the blocks, in the order in which the roots reach them
	Left   int      `json:"left,omitempty"` // number of blocks left out
}

// Root is a variable, or a member of one, that leads to a block.
type Root struct {
	Name string `json:"name"`
	To   string `json:"to"`
}

// Block is a block of the heap, or a record that pointers lead to.
type Block struct {
	Name    string    `json:"name"`
	Heap    string    `json:"made_by,omitempty"` // for a block of the heap: the function that allocated it
	Made    lang.Pos  `json:"made"`
	Freed   *lang.Pos `json:"freed,omitempty"` // where the block was freed; nil: not freed
	Members []Member  `json:"members,omitempty"`
	Lost    bool      `json:"lost,omitempty"` // nothing in the picture leads to the block, and it was not freed

	plain bool // set if the block has one pointer to a record
}

// Member is a scalar in a block that has a value.
type Member struct {
	Name  string `json:"name"` // "v", "data[3]"; "" if the block is a scalar itself
	Value string `json:"value"`
	To    string `json:"to,omitempty"` // the block that the member points to

	pointer bool // set if the member is a pointer to a record
}

const maxBlocks = 24 // blocks of a picture

// Heaps returns the pictures at steps of the run, which must ascend; a picture is nil if nothing is linked. The cost
// is one run, and one visit of each picture that differs from the one before.
func (r *Run) Heaps(steps []int) []*Heap {
	m := &memory{run: r, cells: map[*Object]*contents{}}
	out := make([]*Heap, len(steps))
	var last *Heap
	for i, s := range steps {
		if m.advance(s) || i == 0 {
			last = m.picture(s)
		}
		out[i] = last
	}
	return out
}

// HeapAtEnd returns the picture at the end of the run.
func (r *Run) HeapAtEnd() *Heap {
	if r == nil {
		return nil
	}
	h := r.Heaps([]int{len(r.path)})[0]
	if h != nil {
		h.Text = h.Lines()
	}
	return h
}

// picture returns the picture at a step, nil if nothing is linked.
func (m *memory) picture(step int) *Heap {
	d := &drawing{memory: m, step: step, number: map[*Object]int{}, linked: m.linked(step)}
	if len(d.linked) == 0 {
		return nil
	}
	h := &Heap{}
	for _, x := range m.roots(d.linked) {
		if o := d.node(x.value, x.typ); o != nil {
			h.Roots = append(h.Roots, Root{x.name, o.Name})
			d.visit(o)
		}
	}
	d.order()
	reached := len(d.list)
	// Some blocks are reached from no root. Of these, begin with the blocks that no other such block leads to.
	for _, all := range []bool{false, true} {
		led := map[*Object]bool{}
		for _, o := range m.run.blocks {
			if c := d.cells[o]; c != nil && !o.gone(step) && !all {
				for _, x := range c.cells { // the loop only builds a set
					led[d.node(x.value, x.typ)] = true
				}
			}
		}
		for _, o := range m.run.blocks {
			if _, ok := d.number[o]; !ok && o.heap() && o.from <= step && !o.gone(step) && d.linked[o] && !led[o] {
				d.visit(o)
				d.order()
			}
		}
	}
	for i, o := range d.list {
		if i == maxBlocks {
			h.Left = len(d.list) - i
			break
		}
		b := d.block(o)
		b.Lost = i >= reached && b.Freed == nil
		h.Blocks = append(h.Blocks, b)
	}
	if len(h.Blocks) == 0 {
		return nil
	}
	return h
}

// drawing is a picture in the making.
type drawing struct {
	*memory
	step   int
	linked map[*Object]bool
	number map[*Object]int
	list   []*Object
	from   int // the blocks before this index have been followed
}

// node returns the block that a pointer leads to, if the picture shows it.
func (d *drawing) node(v num.Int, t *lang.Type) *Object {
	if t == nil || t.Kind != lang.Pointer || v.IsZero() {
		return nil
	}
	if o := d.run.At(d.step, v); o != nil && (o.heap() || d.linked[o]) {
		return o
	}
	return nil
}

func (d *drawing) visit(o *Object) {
	if _, ok := d.number[o]; !ok {
		d.number[o] = len(d.list)
		d.list = append(d.list, o)
	}
}

// order adds the blocks that the blocks of the list lead to.
func (d *drawing) order() {
	for ; d.from < len(d.list); d.from++ {
		o := d.list[d.from]
		if c := d.cells[o]; c != nil && !o.gone(d.step) {
			for _, x := range c.sorted() {
				if to := d.node(x.value, x.typ); to != nil {
					d.visit(to)
				}
			}
		}
	}
}

// block describes a block.
func (d *drawing) block(o *Object) Block {
	b := Block{Name: o.Name, Heap: o.Heap, Made: o.Made}
	if o.gone(d.step) {
		b.Freed = o.Freed
		return b // the contents of the block are lost
	}
	c := d.cells[o]
	if c == nil {
		return b
	}
	pointers := 0
	list := d.members(o, c)
	for i := 0; i < len(list); i++ {
		x := list[i]
		if n := text(list[i:]); n > 0 {
			b.Members = append(b.Members, letters(list[i:i+n]))
			i += n - 1
			continue
		}
		y := Member{Name: strings.TrimPrefix(x.name, "."), Value: cmp.Or(x.text, x.value.String())}
		if x.typ != nil && x.typ.Kind == lang.Pointer {
			y.Value = d.run.Pointer(d.step, x.value, x.typ)
			if e := x.typ.Elem; e != nil && e.Kind == lang.Record {
				y.pointer = true
				pointers++
			}
			if to := d.node(x.value, x.typ); to != nil {
				y.To = to.Name
			}
		}
		b.Members = append(b.Members, y)
	}
	b.plain = pointers == 1
	return b
}

// members returns the cells of a block, including the cells that a fill with 0 has set.
func (d *drawing) members(o *Object, c *contents) []*cell {
	list := c.sorted()
	if !c.zero || o.Type == nil || o.many {
		return list
	}
	known := map[string]bool{}
	for _, x := range list {
		known[x.name] = true
	}
	leaves(o.Type, "", 0, func(path string, t *lang.Type, off int64) {
		if !known[path] {
			list = append(list, &cell{name: path, typ: t, off: off, text: d.run.Value(d.step, num.Int{}, t)})
		}
	})
	slices.SortStableFunc(list, func(a, b *cell) int { return cmp.Compare(a.off, b.off) })
	return list
}

// leaves visits the scalars of a type, except those in arrays and unions.
func leaves(t *lang.Type, path string, off int64, f func(path string, t *lang.Type, off int64)) {
	switch {
	case t.IsScalar():
		f(path, t, off)
	case t.Kind == lang.Record && !t.Union:
		for _, m := range t.Fields {
			name := path
			if m.Name != "" {
				name += "." + m.Name
			}
			leaves(m.Type, name, off+m.Offset, f)
		}
	}
}

// text returns how many cells at the start of a list are the characters of one array.
func text(list []*cell) int {
	n := 0
	array, first := "", int64(0)
	for ; n < len(list) && plainChar(list[n].typ); n++ {
		in, k := element("x" + list[n].name)
		if n == 0 {
			array, first = in, k
		}
		if in == "" || in != array || k != first+int64(n) {
			break
		}
	}
	return n
}

// letters returns the member for the characters of an array. It ignores characters after the end of a string.
func letters(list []*cell) Member {
	array, first := element("x" + list[0].name)
	b := make([]byte, len(list))
	for i, x := range list {
		k, _ := x.value.Wrap(8, false).Int64()
		b[i] = byte(k)
	}
	name := strings.TrimPrefix(array[1:], ".")
	if i := slices.Index(b, 0); i >= 0 && first == 0 {
		b = b[:i]
	} else if first > 0 {
		name = strings.TrimPrefix(list[0].name, ".")
	}
	return Member{Name: name, Value: Quote(string(b))}
}
