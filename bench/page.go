// Results as an HTML page in one file, with plots (package chart). The page depends only on the results.

package bench

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/whet-mc/whet/internal/chart"
)

// Page describes a page of results.
type Page struct {
	Title   string
	Run     string // the settings, as in a Journal
	Results []Result
	Timeout time.Duration
	// Against are the results of another run, to compare with, and Other is its name.
	Against []Result
	Other   string
	// Link returns the address of a task's own report, relative to the page, or "" for a task without one. Link may be nil.
	Link func(Task) string
}

// row is a task in the page's table.
type row struct {
	Result
	Class  string  // "solved", "wrong" or "open": its CSS class
	Kind   string  // see kindOf
	Link   string  // of the task's report
	Short  string  // the beginning of a long note; "" for a short one
	Before *Result // the result in the other run
	Change string  // "gained", "lost", or ""
}

// Kinds returns the words by which the page filters tasks.
func (r *row) Kinds() []string {
	list := []string{r.Kind}
	if r.Status == Safe || r.Status == Unsafe {
		list = append(list, string(r.Status))
	}
	if r.Change != "" {
		list = append(list, r.Change)
	}
	return list
}

// Long reports whether the note is too long for the table.
func (r *row) Long() bool { return r.Short != "" }

// longNote is the number of characters from which a note is shortened.
const longNote = 140

// kindOf returns how a result counts in a score, in one word.
func kindOf(r *Result) string {
	switch {
	case r.Wrong():
		return "wrong"
	case r.Solved():
		return "solved"
	case r.Status == TimedOut || r.Status == OutOfSpace:
		return "timeout"
	case r.Status == Crash || r.Status == InputError:
		return "failed"
	}
	return "unknown"
}

// kind is a word of row.Kinds, and the number of tasks that have it. "" stands for all tasks.
type kind struct {
	Name string
	N    int
}

// kinds counts the tasks of each kind.
func kinds(rows []row) []kind {
	list := []kind{{"", len(rows)}}
	for _, name := range []string{"solved", "safe", "unsafe", "unknown", "timeout", "failed", "wrong", "gained", "lost"} {
		n := 0
		for i := range rows {
			if slices.Contains(rows[i].Kinds(), name) {
				n++
			}
		}
		if n > 0 {
			list = append(list, kind{name, n})
		}
	}
	return list
}

// Write writes the page: scores, a quantile plot, a scatter plot against the other run if there is one, and every
// task. The file is self-contained, and equal for equal results.
func (p *Page) Write(w io.Writer) error {
	sets, all := Scores(p.Results)
	if len(sets) != 1 {
		sets = append(sets, all)
	}
	before := map[string]*Result{}
	for i := range p.Against {
		before[p.Against[i].Task.Name] = &p.Against[i]
	}
	now := chart.Series{Name: "this run"}
	then := chart.Series{Name: p.Other}
	var rows []row
	var pairs []chart.Pair
	gained, lost := 0, 0
	for _, r := range p.Results {
		x := row{Result: r, Class: "open", Kind: kindOf(&r)}
		if p.Link != nil {
			x.Link = p.Link(r.Task)
		}
		if n := []rune(r.Note); len(n) > longNote {
			x.Short = string(n[:longNote]) + "…"
			if first, _, ok := strings.Cut(r.Note, "; "); ok && len([]rune(first)) <= longNote {
				x.Short = first + " …"
			}
		}
		switch {
		case r.Wrong():
			x.Class = "wrong"
		case r.Solved():
			x.Class = "solved"
			now.Times = append(now.Times, r.CPU.Seconds())
		}
		if b := before[r.Task.Name]; b != nil {
			x.Before = b
			b.Task.Expected = r.Task.Expected
			pair := chart.Pair{Name: r.Task.Name}
			if b.Solved() {
				pair.X = max(b.CPU.Seconds(), 1e-3)
				then.Times = append(then.Times, b.CPU.Seconds())
			}
			if r.Solved() {
				pair.Y = max(r.CPU.Seconds(), 1e-3)
			}
			pairs = append(pairs, pair)
			switch {
			case r.Solved() && !b.Solved():
				x.Change = "gained"
				gained++
			case !r.Solved() && b.Solved():
				x.Change = "lost"
				lost++
			}
		}
		rows = append(rows, x)
	}
	series := []chart.Series{now}
	if len(p.Against) > 0 {
		series = append(series, then)
	}
	var quantile, scatter bytes.Buffer
	if err := chart.Quantile(&quantile, "Solved tasks by CPU time", series, p.Timeout.Seconds()); err != nil {
		return err
	}
	if len(pairs) > 0 {
		if err := chart.Scatter(&scatter, "Task by task", p.Other, "this run", pairs); err != nil {
			return err
		}
	}
	return page().Execute(w, map[string]any{
		"Title": p.Title, "Run": p.Run, "Sets": sets, "All": all, "Rows": rows, "Other": p.Other,
		"Quantile": template.HTML(quantile.String()), "Scatter": template.HTML(scatter.String()), //nolint:gosec // our own SVG, escaped there
		"Gained": gained, "Lost": lost, "Kinds": kinds(rows),
		"Style": template.CSS(pageStyle), "Script": template.JS(pageScript), //nolint:gosec // they are our own
	})
}

//go:embed page/page.html
var pageText string

//go:embed page/page.css
var pageStyle string

//go:embed page/page.js
var pageScript string

var page = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{
		"s": func(d time.Duration) string { return fmt.Sprintf("%.2f", d.Seconds()) },
		"mb": func(n uint64) string {
			if n == 0 {
				return ""
			}
			return fmt.Sprint((n + 500_000) / 1_000_000)
		},
		"unknownIfEmpty": func(s string) string {
			if s == "" {
				return "?"
			}
			return s
		},
		"words": func(list []string) string { return strings.Join(list, " ") },
	}).Parse(pageText))
})
