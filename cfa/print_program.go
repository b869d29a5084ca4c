package cfa

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// The textual form of programs (see print.go).

// WriteText writes the whole program: the declarations of globals, then each procedure with its declarations and its
// locations, in the order of Proc.Locs. It omits the declarations of temporaries that are not used.
func (p *Program) WriteText(w io.Writer) error { return p.write(w, nil) }

// WriteWords is like WriteText, but writes operations in the words of the C program (Notation).
func (p *Program) WriteWords(w io.Writer) error { return p.write(w, p.Words()) }

// write writes the program in the exact form if words is nil.
func (p *Program) write(w io.Writer, words *Notation) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "program %s %s\n", p.Arith, p.Model)
	for _, v := range p.Vars {
		if v.Proc == nil {
			writeVar(b, "", v)
		}
	}
	for _, a := range p.Arrays {
		if a.Proc == nil {
			writeArray(b, "", a, words)
		}
	}
	for _, q := range p.Procs {
		q.writeText(b, words)
	}
	return b.Flush()
}

// writeVar writes the declaration of a variable.
func writeVar(b *bufio.Writer, indent string, v *Var) {
	fmt.Fprintf(b, "%svar %s %s", indent, v, v.Range)
	if v.Ghost {
		b.WriteString(" ghost")
	}
	b.WriteByte('\n')
}

// writeArray writes the declaration of an array.
func writeArray(b *bufio.Writer, indent string, a *Array, words *Notation) {
	kind := "array"
	if a.Region {
		kind = "region"
	}
	fmt.Fprintf(b, "%s%s %s %s", indent, kind, a, a.Elem)
	if a.Len >= 0 {
		fmt.Fprintf(b, " [%d]", a.Len)
	}
	if a.Region {
		fmt.Fprintf(b, " step %d", a.Step)
	}
	for _, o := range a.Objects {
		if words == nil {
			fmt.Fprintf(b, " %s@%s+%d", o.Name, o.Base, o.Size)
		} else {
			fmt.Fprintf(b, " %s (%d bytes)", objectName(&o), o.Size)
		}
	}
	b.WriteByte('\n')
}

// writeText writes the procedure.
func (q *Proc) writeText(b *bufio.Writer, words *Notation) {
	names := func(vs []*Var) string {
		s := make([]string, len(vs))
		for i, v := range vs {
			s[i] = v.String() + " " + v.Range.String()
		}
		return strings.Join(s, ", ")
	}
	fmt.Fprintf(b, "\nproc %s(%s)", q, names(q.Params))
	if len(q.Results) > 0 {
		fmt.Fprintf(b, " (%s)", names(q.Results))
	}
	if q.Recursive {
		b.WriteString(" recursive")
	}
	b.WriteByte('\n')
	used := q.occurring()
	for _, v := range q.Locals {
		if v.Kind == LocalVar || v.Kind == TempVar && used[v] {
			writeVar(b, "    ", v)
		}
	}
	for _, a := range q.Arrays {
		writeArray(b, "    ", a, words)
	}
	for _, l := range q.Locs {
		b.WriteString("  ")
		l.write(b)
		b.WriteString(l.marks(" "))
		b.WriteByte('\n')
		for _, e := range l.Out {
			b.WriteString("    ")
			if words == nil {
				b.WriteString(OpString(e.Op))
			} else {
				b.WriteString(words.Edge(e))
			}
			b.WriteString(" -> ")
			e.To.write(b)
			b.WriteByte('\n')
		}
	}
}

// occurring returns the temporaries that the procedure's operations read or write.
func (q *Proc) occurring() map[*Var]bool {
	used := map[*Var]bool{}
	mention := func(v *Var) {
		if v.Kind == TempVar {
			used[v] = true
		}
	}
	for _, l := range q.Locs {
		for _, e := range l.Out {
			Reads(e.Op, mention, nil)
			Writes(e.Op, mention, nil)
		}
	}
	return used
}

// marks returns words that say what is special about a location, such as "entry" and "loop head". It puts sep before
// each of them.
func (l *Loc) marks(sep string) string {
	var s strings.Builder
	if l == l.Proc.Entry {
		s.WriteString(sep + "entry")
	}
	if l == l.Proc.Exit {
		s.WriteString(sep + "exit")
	}
	if l.LoopHead {
		s.WriteString(sep + "loop head")
	}
	if l.Error != nil {
		s.WriteString(sep + "error: " + l.Error.String())
	}
	return s.String()
}

// String returns the kind of the property and, if it is known, its text in quotes.
func (p *Property) String() string {
	if p.Text == "" {
		return p.Kind
	}
	return p.Kind + " " + strconv.Quote(p.Text)
}

// write writes the same as String returns, without allocating it.
func (l *Loc) write(b *bufio.Writer) {
	b.WriteByte('L')
	b.Write(strconv.AppendInt(b.AvailableBuffer(), int64(l.ID), 10))
}
