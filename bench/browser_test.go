//go:build unix

package bench

import (
	"bytes"
	"testing"
	"time"

	"github.com/whet-mc/whet/internal/browsertest"
)

// The page of results in a browser: it fits, can be read, sorts, and shows what is asked for.
func TestPageInBrowser(t *testing.T) {
	b := browsertest.Open(t)
	mk := func(name, expected string, s Status, seconds int, note string) Result {
		return Result{Task: Task{Name: name, Set: "set", Expected: expected}, Status: s, CPU: time.Duration(seconds) * time.Second, Memory: 1 << 30, Note: note}
	}
	p := &Page{Title: "T", Run: "whet", Timeout: time.Minute, Results: []Result{
		mk("folder/a.c", "safe", Safe, 10, ""), mk("folder/b.c", "unsafe", Unsafe, 9, ""), mk("a-long-name-without-blanks/and-more-of-it/r.c", "safe", TimedOut, 60, ""),
		mk("d.c", "safe", Unsafe, 100, ""), mk("e.c", "", Unknown, 1, "a reason; that goes on "+string(bytes.Repeat([]byte("and on "), 40))),
	}, Link: func(t Task) string { return "reports/" + t.Name + ".html" }}
	var out bytes.Buffer
	if err := p.Write(&out); err != nil {
		t.Fatal(err)
	}
	file := browsertest.Save(t, "page.html", out.String())
	b.Load(file)
	for _, scheme := range []string{"light", "dark", "print"} {
		for _, width := range []int{400, 1300, 1920} {
			b.Look(width, 900, scheme)
			if scheme != "print" {
				b.Want("document.documentElement.scrollWidth <= innerWidth", "true")
			}
		}
		b.Want("JSON.stringify("+browsertest.Contrast+")", `"[]"`)
	}
	b.Look(1300, 900, "light")
	const shown = "[...document.querySelectorAll('#list tbody tr')].filter(r => r.offsetParent).map(r => r.cells[0].textContent.slice(-3, -2)).join('')"
	b.Want(shown, `"abrde"`)
	head := "[...document.querySelectorAll('#list thead button')].find(h => h.textContent === 'CPU s').click()"
	for _, order := range []string{"ebard", "drabe", "abrde"} {
		b.Eval(head)
		b.Want(shown, `"`+order+`"`)
	}
	for _, c := range [][2]string{{"unsafe", "bd"}, {"wrong", "d"}, {"solved", "ab"}, {"timeout", "r"}, {"", "abrde"}} {
		b.Eval("document.querySelector('.filter [data-kind=\"" + c[0] + "\"]').click()")
		b.Want(shown, `"`+c[1]+`"`)
	}
	b.Eval("(f => { f.value = 'FOLDER'; f.dispatchEvent(new Event('input')) })(document.getElementById('find'))")
	b.Want(shown, `"ab"`)
	b.Want("document.getElementById('shown').textContent", `"2 of 5"`)
	b.Want("document.querySelector('#list a').getAttribute('href')", `"reports/folder/a.c.html"`)
	b.Quiet(file)
}
