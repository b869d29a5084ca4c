//go:build unix

package html

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/whet-mc/whet/internal/browsertest"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/engines"
	"github.com/whet-mc/whet/report/reporttest"
)

const (
	where = "document.getElementById('where').textContent"
	line  = "[...document.querySelectorAll('table.code tr.now .no')].map(e => e.textContent).join()"
)

func TestInBrowser(t *testing.T) {
	b := browsertest.Open(t)
	unsafe := browsertest.Save(t, "unsafe.html", write(t, verify(t, "counter.c", counter, "value")))
	b.Look(1600, 900, "light")
	b.Load(unsafe)

	t.Run("keys", func(t *testing.T) {
		b := b.In(t)
		last := strings.Trim(b.Eval("String(document.querySelectorAll('ol.path li').length)"), `"`)
		b.Want(where, `"`+last+" / "+last+`"`)
		b.Want(line, `"15"`)
		b.Want("document.querySelectorAll('svg .here').length > 0", "true")
		// Steps that do not matter are skipped, until they are asked for.
		b.Want("[...document.querySelectorAll('ol.path li.aside')].every(l => l.offsetParent === null)", "true")
		b.Eval("document.getElementById('hide').click()")
		b.Want("[...document.querySelectorAll('ol.path li.aside')].every(l => l.offsetParent !== null)", "true")
		// Keys that scroll are the page's, but for where the list has the focus.
		for _, key := range []string{"Home", "ArrowUp", "ArrowDown", "PageUp", "End"} {
			b.Press(key)
			b.Want(where, `"`+last+" / "+last+`"`)
		}
		b.Press("k")
		b.Press("j")
		b.Want(where, `"`+last+" / "+last+`"`)
		b.Eval("document.querySelector('ol.path').focus()")
		b.Press("Home")
		b.Want(where, `"1 / `+last+`"`)
		b.Want("document.getElementById(document.querySelector('ol.path').getAttribute('aria-activedescendant')).getAttribute('aria-selected')", `"true"`)
		b.Press("j")
		b.Want(where, `"2 / `+last+`"`)
		b.Want(line, `"9"`)
		b.Want("document.querySelector('tr.now .val').textContent", `"half = 0, unused = 7"`)
		b.Press("ArrowDown")
		b.Press("k")
		b.Want(where, `"2 / `+last+`"`)
		b.Press("ArrowUp")
		b.Press("ArrowUp")
		b.Want(where, `"1 / `+last+`"`)
		b.Press("End")
		b.Want(where, `"`+last+" / "+last+`"`)
		b.Press("ArrowDown")
		b.Want(where, `"`+last+" / "+last+`"`)
		b.Press("PageUp")
		b.Press("PageDown")
		b.Want(where, `"`+last+" / "+last+`"`)
		b.Eval("document.activeElement.blur()")
	})
	t.Run("search", func(t *testing.T) {
		b := b.In(t)
		b.Press("/")
		b.Want("document.activeElement.id", `"find"`)
		const ask = "(q => { const f = document.getElementById('find'); f.value = q; f.dispatchEvent(new Event('input')); return document.getElementById('found').textContent; })"
		b.Want(ask+"('HALF')", `"none"`)
		b.Want(ask+"('half')", `"1 / 3"`)
		b.Press("Enter")
		b.Want("document.getElementById('found').textContent + [...document.querySelectorAll('tr.at .no')].map(e => e.textContent)", `"2 / 311"`)
		b.Press("k") // is written, and no step
		b.Press("Escape")
		b.Want("document.querySelectorAll('tr.hit').length + document.activeElement.tagName", `"0BODY"`)
	})
	t.Run("clicks", func(t *testing.T) {
		b := b.In(t)
		b.Eval("[...document.querySelectorAll('ol.path li')].find(l => l.querySelector('code').textContent === 'total += by;').click()")
		b.Want(line, `"5"`)
		b.Want("document.querySelector('.graph-body.shown .graph-name').textContent", `"step"`)
		b.Want("document.querySelector('#watch').textContent.includes('globaltotal')", "true")
		b.Eval("document.getElementById('next').click()")
		b.Want(line, `"6"`)
		b.Want("document.querySelectorAll('ol.path li.now').length", "1")
	})
	t.Run("fits", func(t *testing.T) {
		b := b.In(t)
		for _, width := range []int{360, 400, 800, 1100, 1600, 1920} {
			b.Look(width, 800, "light")
			if got := b.Eval("document.documentElement.scrollWidth <= innerWidth"); got != "true" {
				t.Errorf("at a width of %d the page is wider: %s", width, b.Eval("String(document.documentElement.scrollWidth)"))
			}
		}
	})
	t.Run("legible", func(t *testing.T) {
		b := b.In(t)
		for _, scheme := range []string{"light", "dark", "print"} {
			b.Look(1600, 900, scheme)
			if low := b.Eval(browsertest.Contrast); low != "[]" {
				t.Errorf("%s: too little contrast: %s", scheme, low)
			}
			bright := b.Eval("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).every(c => c > 128)")
			if (bright == "true") != (scheme != "dark") {
				t.Errorf("%s: the background does not follow", scheme)
			}
		}
	})
	t.Run("panes", func(t *testing.T) {
		b := b.In(t)
		for _, size := range [][2]int{{400, 800}, {1000, 600}, {1100, 700}, {1600, 600}, {1600, 1000}, {1920, 1080}} {
			b.Look(size[0], size[1], "light")
			// The list has room, no part of the pane is over another, and the page goes on below.
			b.Want(`(() => {
				const parts = [...document.querySelectorAll('.pane.steps > .head, .failure-body.shown > *, .pane.steps > .watch, .pane.steps > .keys')].filter(e => e.offsetParent).map(e => e.getBoundingClientRect()).sort((a, b) => a.top - b.top);
				return [document.querySelector('ol.path').clientHeight >= 90 && document.querySelector('ol.path li.now').clientHeight < 60, parts.every((r, i) => !i || r.top >= parts[i-1].bottom - 1)].join();
			})()`, `"true,true"`)
		}
		b.Look(400, 900, "light")
		b.Want("document.querySelector('ol.path').clientHeight > 300", "true")
		b.Look(1600, 900, "light")
		b.Eval("document.querySelector('ol.path').lastElementChild.click()")
		// All of the automaton, where that is asked for.
		b.Eval("document.getElementById('whole').click()")
		b.Want("(g => g.scrollWidth <= g.clientWidth && g.scrollHeight <= g.clientHeight)(document.getElementById('graph'))", "true")
		b.Eval("for (let i = 0; i < 6; i++) document.getElementById('larger').click()")
		b.Want("(g => g.scrollHeight > g.clientHeight)(document.getElementById('graph'))", "true")
	})
	t.Run("prints", func(t *testing.T) {
		b := b.In(t)
		var pdf struct{ Data string }
		b.Must("Page.printToPDF", map[string]any{}, &pdf)
		if data, err := base64.StdEncoding.DecodeString(pdf.Data); err != nil || !bytes.HasPrefix(data, []byte("%PDF")) || len(data) < 10_000 {
			t.Errorf("%d bytes (%v)", len(data), err)
		}
	})
	b.In(t).Quiet(unsafe)

	t.Run("failures", func(t *testing.T) {
		b := b.In(t)
		r := reporttest.Several(t, reporttest.Failing, refine.Options{Engine: engines.Must("value", engines.Options{Selection: true})}, 200_000)
		b.Look(1600, 900, "light")
		b.Load(browsertest.Save(t, "several.html", write(t, r)))
		b.Want(line, `"6"`)
		b.Want("(e => { e.value = '1'; e.dispatchEvent(new Event('change')); return e.value; })(document.getElementById('failure'))", `"1"`)
		b.Want(line, `"19"`)
		b.Want("[...document.querySelectorAll('.failure-body')].filter(e => e.offsetParent || e.querySelector('li').offsetParent).map(e => e.id).join()", `"x1"`)
		b.Want("[...document.querySelectorAll('table.code tr.error .no')].map(e => e.textContent).join()", `"19"`)
		for _, c := range [][2]string{{"n", "23"}, {"n", "23"}, {"p", "19"}, {"p", "6"}, {"p", "6"}} {
			b.Press(c[0])
			b.Want(line, `"`+c[1]+`"`)
		}
		// What fails links to how, and each line to what came of its properties.
		b.Eval("[...document.querySelectorAll('#unsafe .how')].pop().click()")
		b.Until(line, `"23"`)
		b.Eval("document.querySelector('#f0l23 .mark.unsafe').click()")
		b.Until("document.querySelector('.props li:target a').textContent", `"line 23"`)
		// Without scripts all of it is there, and nothing that needs them.
		b.Must("Emulation.setScriptExecutionDisabled", map[string]any{"value": true}, nil)
		b.Load(browsertest.Save(t, "still.html", write(t, r)))
		b.Want("document.body.classList.contains('scripted')", "false")
		b.Want("[...document.querySelectorAll('.failure-body, .failure-name, .file-body, .graph-body svg')].every(e => e.getBoundingClientRect().height > 0)", "true")
		b.Want("[...document.querySelectorAll('.js, button, input')].filter(e => e.offsetParent).length", "0")
		b.Must("Emulation.setScriptExecutionDisabled", map[string]any{"value": false}, nil)
		b.Load(unsafe)
	})

	for name, page := range map[string]string{
		"safe.html":    write(t, verify(t, "bounded.c", bounded, "widening")),
		"hostile.html": write(t, verify(t, "hostile.c", hostile, "value")),
	} {
		t.Run(name, func(t *testing.T) {
			b := b.In(t)
			file := browsertest.Save(t, name, page)
			b.Load(file)
			b.Want("document.body.classList.contains('scripted')", "true")
			b.Want("document.querySelectorAll('img, iframe, object, embed, link').length", "0")
			b.Want("document.querySelectorAll('script').length", "2")
			b.Quiet(file)
		})
	}
}

// Screenshots, for looking at: WHET_SHOTS names the directory that they go to.
func TestScreenshots(t *testing.T) {
	dir := os.Getenv("WHET_SHOTS")
	if dir == "" {
		t.Skip("WHET_SHOTS names no directory")
	}
	b := browsertest.Open(t)
	for name, page := range map[string]string{
		"unsafe": write(t, verify(t, "counter.c", counter, "value")), "safe": write(t, verify(t, "bounded.c", bounded, "widening")),
	} {
		file := browsertest.Save(t, name+".html", page)
		for _, scheme := range []string{"light", "dark", "print"} {
			for _, width := range []int{420, 1200, 1700} {
				b.Look(width, 1000, scheme)
				b.Load(file)
				var shot struct{ Data string }
				b.Must("Page.captureScreenshot", map[string]any{"captureBeyondViewport": true}, &shot)
				png, err := base64.StdEncoding.DecodeString(shot.Data)
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%s-%d.png", name, scheme, width)), png, 0o644); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}
