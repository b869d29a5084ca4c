package mutate

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// Reports.

// Counts are the numbers of mutants by their status.
type Counts map[Status]int

// All returns the number of all mutants.
func (c Counts) All() (n int) {
	for _, k := range c {
		n += k
	}
	return n
}

// Share returns the percentage of killed mutants among those that are not equivalent.
func (c Counts) Share() float64 {
	n := c.All() - c[Equivalent]
	if n == 0 {
		return 100
	}
	return 100 * float64(c[Killed]+c[Endless]) / float64(n)
}

// Total counts all mutants.
func (o *Outcome) Total() Counts { return o.by(func(Result) string { return "" })[""] }

func (o *Outcome) by(key func(Result) string) map[string]Counts {
	out := map[string]Counts{}
	for _, r := range o.Results {
		k := key(r)
		if out[k] == nil {
			out[k] = Counts{}
		}
		out[k][r.Status]++
	}
	return out
}

// table writes counts as a Markdown table.
func table(w io.Writer, what string, names []string, counts map[string]Counts, total Counts) {
	fmt.Fprintf(w, "| %s | mutants | killed | endless | survived | not reached | equivalent | killed of the others |\n", what)
	fmt.Fprintf(w, "|---|--:|--:|--:|--:|--:|--:|--:|\n")
	row := func(name string, c Counts) {
		fmt.Fprintf(w, "| %s | %d | %d | %d | %d | %d | %d | %.1f %% |\n",
			name, c.All(), c[Killed], c[Endless], c[Survived], c[NotReached], c[Equivalent], c.Share())
	}
	for _, n := range names {
		if counts[n] != nil {
			row(n, counts[n])
		}
	}
	row("all", total)
}

// Write writes the report in Markdown: tables by file and by operator, and the survivors.
func (o *Outcome) Write(w io.Writer) {
	files := o.by(func(r Result) string { return r.File })
	var names []string
	for n := range files {
		names = append(names, n)
	}
	slices.Sort(names)
	total := o.Total()
	table(w, "file", names, files, total)
	fmt.Fprintln(w)
	names = nil
	for _, op := range Operators {
		names = append(names, string(op))
	}
	table(w, "operator", names, o.by(func(r Result) string { return string(r.Op) }), total)
	if n := len(o.Untried); n > 0 {
		by := map[string]int{}
		for _, m := range o.Untried {
			by[m.File]++
		}
		var files []string
		for f, k := range by {
			files = append(files, fmt.Sprintf("%s %d", f, k))
		}
		slices.Sort(files)
		fmt.Fprintf(w, "\n%d more have not been tried since their functions were changed: %s.\n", n, strings.Join(files, ", "))
	}
	for _, s := range []Status{Survived, NotReached} {
		if total[s] == 0 {
			continue
		}
		fmt.Fprintf(w, "\n%s:\n\n", strings.ToUpper(string(s)[:1])+string(s)[1:])
		for _, r := range o.Results {
			if r.Status == s {
				fmt.Fprintf(w, "- `%s`\n", r.Key())
			}
		}
	}
	if total[Equivalent] > 0 {
		fmt.Fprintf(w, "\nEquivalent, and why:\n\n")
		o.writeReasons(w)
	}
}

// writeReasons lists the equivalent mutants, grouped by reason.
func (o *Outcome) writeReasons(w io.Writer) {
	var reasons []string
	of := map[string][]Result{}
	for _, r := range o.Results {
		if r.Status == Equivalent {
			if of[r.Reason] == nil {
				reasons = append(reasons, r.Reason)
			}
			of[r.Reason] = append(of[r.Reason], r)
		}
	}
	slices.SortStableFunc(reasons, func(a, b string) int { return cmp.Compare(of[a][0].File, of[b][0].File) })
	for _, reason := range reasons {
		fmt.Fprintf(w, "- %s\n", reason)
		for _, r := range of[reason] {
			fmt.Fprintf(w, "  - `%s`\n", r.Key())
		}
	}
}

const updated = "What follows is written by the tool.\n"

// Update replaces the section of the package in a document by the report. Other sections stay.
func (o *Outcome) Update(file string) error {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		text, err = []byte("# Mutants of the checkers\n\n"+intro+updated), nil
	}
	if err != nil {
		return err
	}
	var section bytes.Buffer
	heading := "\n## " + o.Package + "\n"
	section.WriteString(heading + "\n")
	o.Write(&section)
	before, rest, found := strings.Cut(string(text), heading)
	if found {
		_, rest, found = strings.Cut(rest, "\n## ")
		if found {
			rest = "\n## " + rest
		}
	}
	return os.WriteFile(file, []byte(before+section.String()+rest), 0o666)
}

const intro = `Faults are put into the packages that nothing else checks, one at a time, and their tests must find them: see the
documentation of tools/mutate for what kinds of faults there are. A mutant is killed when a test fails, or is endless when one goes
on far beyond what it takes with the code as it is. One is equivalent when nothing that matters can tell it from the original; each of these
has its reason, in the package's testdata/mutants.txt.

`
