package dagger

import (
	"fmt"
	"strings"
	"time"

	"github.com/whet-mc/whet/tools/papertable"
)

// The format of the table.

// format writes the table: for each configuration a column of measured figures and a column of the paper's.
func format(all []results) string {
	var b strings.Builder
	b.WriteString("| program |")
	for _, c := range configurations {
		fmt.Fprintf(&b, " %s | paper |", c.name)
	}
	b.WriteString("\n|---|" + strings.Repeat("---|---|", len(configurations)) + "\n")
	for _, p := range all {
		fmt.Fprintf(&b, "| **%s** |%s\n", p.name, strings.Repeat(" | |", len(configurations)))
		for _, r := range p.rows {
			fmt.Fprintf(&b, "| %s |", r.row.name)
			for i, m := range r.runs {
				text, paper := figure(m), ""
				if m.Verdict != unknown && m.Verdict != r.row.verdict {
					text = "**wrong: " + m.Verdict + "**"
				}
				if r.row.paper != nil {
					paper = r.row.paper[i].String()
				}
				fmt.Fprintf(&b, " %s | %s |", text, paper)
			}
			b.WriteString("\n")
		}
	}
	b.WriteString("| **decided, time of these** |")
	for i := range configurations {
		var n, of int
		var cpu time.Duration
		for _, p := range all {
			for _, r := range p.rows {
				of++
				if r.runs[i].Verdict == r.row.verdict {
					n++
					cpu += r.runs[i].CPU
				}
			}
		}
		fmt.Fprintf(&b, " %d of %d, %s | |", n, of, papertable.Seconds(cpu))
	}
	b.WriteString("\n")
	return b.String()
}

// text is the text of the page.
const text = `Each cell has the CPU time in seconds of the whole command and the number of refinements, left as measured and right as in
Table 1 of Gulavani, Chakraborty, Nori and Rajamani (TACAS 2008); a \* has no answer within %[1]s here (in brackets the
refinements until then) and within 2000 s there, and a ! is a run that gave up by itself. The paper does not tell the sizes of
its buffers, so that its figures stand beside each size; Sendmail and JM06 run over octagons and the rest over polyhedra, as
there, all in integer arithmetic, without inputs tried beforehand, without bounds from the program's conditions, and without
the check of the proof.`
