package words

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/whet-mc/whet/report/prose"
)

// This file draws a picture of the heap as text. Each root begins a line:
//
//	head → node#3 {v = 5} → node#2 {v = 4} → node#1 {v = 3} → NULL
//	p → node#2
//
// A line continues along the only pointer of a block that leads to something new. If several pointers do, they are
// listed in the block, and the blocks that they lead to have their own lines:
//
//	root → tree#1 {key = 5, left → tree#2, right → tree#3}
//	  tree#2 {key = 2, left = NULL, right = NULL}
//	  tree#3 {key = 8, left = NULL, right = NULL}

// Lines returns the picture as lines of text.
func (h *Heap) Lines() []string {
	if h == nil {
		return nil
	}
	p := &painter{blocks: map[string]*Block{}, told: map[string]bool{}}
	for i := range h.Blocks {
		p.blocks[h.Blocks[i].Name] = &h.Blocks[i]
	}
	var short []string // roots that lead to a block that is shown already
	for _, same := range p.byBlock(h.Roots) {
		line := strings.Join(same.names, ", ") + " → "
		if b := p.blocks[same.to]; b == nil || p.told[same.to] || b.Freed != nil && len(b.Members) == 0 {
			short = append(short, line+p.name(same.to))
			continue
		}
		p.chain(line, same.to)
		p.rest()
	}
	p.lines = append(p.lines, short...)
	for i := range h.Blocks {
		if b := &h.Blocks[i]; b.Lost && !p.told[b.Name] {
			p.chain("nothing leads to: ", b.Name)
			p.rest()
		}
	}
	if h.Left > 0 {
		p.lines = append(p.lines, "… "+prose.Plural(h.Left, "more block"))
	}
	return p.lines
}

type sharedRoots struct {
	names []string
	to    string
}

// byBlock groups roots that lead to the same block. Roots of blocks that no other block leads to come first, so that
// a line begins where a list begins.
func (p *painter) byBlock(roots []Root) []sharedRoots {
	var out []sharedRoots
	at := map[string]int{}
	for _, r := range roots {
		i, ok := at[r.To]
		if !ok {
			i = len(out)
			at[r.To] = i
			out = append(out, sharedRoots{to: r.To})
		}
		out[i].names = append(out[i].names, r.Name)
	}
	led := map[string]int{}
	for _, b := range p.blocks { // the loop only builds a set
		for _, m := range b.Members {
			led[m.To] = 1
		}
	}
	slices.SortStableFunc(out, func(a, b sharedRoots) int { return cmp.Compare(led[a.to], led[b.to]) })
	return out
}

type painter struct {
	blocks  map[string]*Block
	told    map[string]bool
	lines   []string
	pending []string // blocks that were named but not shown
}

// name returns the name of a block that is not described at this place.
func (p *painter) name(to string) string {
	if b := p.blocks[to]; b != nil && b.Freed != nil {
		return fmt.Sprintf("%s (freed in line %d)", to, b.Freed.Line)
	}
	return to
}

// rest draws the blocks that were only named so far.
func (p *painter) rest() {
	for len(p.pending) > 0 {
		to := p.pending[0]
		p.pending = p.pending[1:]
		if !p.told[to] {
			p.chain("  ", to)
		}
	}
}

// chain adds a line that begins at a block and continues while one pointer leads on.
func (p *painter) chain(lead, to string) {
	var s strings.Builder
	s.WriteString(lead)
	here := map[string]bool{}
	for {
		b := p.blocks[to]
		if b == nil || p.told[to] || b.Freed != nil {
			s.WriteString(p.name(to))
			if here[to] {
				s.WriteString(" (a cycle)")
			}
			break
		}
		p.told[to], here[to] = true, true
		on := p.next(b)
		s.WriteString(to)
		p.members(&s, b, on)
		if on < 0 {
			break
		}
		m := b.Members[on]
		if b.plain {
			s.WriteString(" → ")
		} else {
			s.WriteString(" —" + m.Name + "→ ")
		}
		if to = m.To; to == "" {
			s.WriteString(m.Value) // the end of a list
			break
		}
	}
	p.lines = append(p.lines, s.String())
}

// next returns the member along which a line continues, -1 if it ends.
func (p *painter) next(b *Block) int {
	on := -1
	for i, m := range b.Members {
		switch t := p.blocks[m.To]; {
		case m.To == "" && m.pointer && b.plain, m.To != "" && b.plain && m.pointer:
			return i
		case t == nil || p.told[m.To] || t.Freed != nil:
		case on >= 0:
			return -1
		default:
			on = i
		}
	}
	return on
}

// maxMembers bounds the members that are shown of one block.
const maxMembers = 8

// members writes the members of a block, except the member with the index `on`, along which the line continues.
func (p *painter) members(s *strings.Builder, b *Block, on int) {
	var list []string
	for i, m := range b.Members {
		if i == on {
			continue
		}
		name, value := m.Name, " = "+m.Value
		if m.To != "" {
			value = " → " + p.name(m.To)
			if strings.HasPrefix(m.Value, "&"+m.To+".") || strings.HasPrefix(m.Value, "&"+m.To+"[") {
				value = " → " + m.Value[1:]
			}
			p.pending = append(p.pending, m.To)
		}
		if name == "" {
			value = strings.TrimPrefix(value, " = ")
		}
		list = append(list, strings.TrimSpace(name+value))
	}
	if n := len(list) - maxMembers; n > 0 {
		list = append(list[:maxMembers], "…")
	}
	if len(list) > 0 {
		s.WriteString(" {" + strings.Join(list, ", ") + "}")
	}
}
