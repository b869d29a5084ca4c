//go:build unix

package html

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/engines"
	"github.com/whet-mc/whet/report/reporttest"
)

// The page in a real browser, where one is installed: Chromium without a window, spoken to over a
// pipe in the protocol of its developer tools.

type browser struct {
	t       *testing.T
	to      *os.File
	from    *bufio.Reader
	session string
	id      int
	events  []message
}

type message struct {
	ID     int             `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Message string `json:"message"`
	} `json:"error"`
}

// open starts the browser with one empty page.
func openBrowser(t *testing.T) *browser {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser takes seconds to start")
	}
	var path string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"} {
		if p, err := exec.LookPath(name); err == nil {
			path = p
			break
		}
	}
	if path == "" {
		t.Skip("no Chromium is installed")
	}
	in, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	from, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), hangs)
	cmd := exec.CommandContext(ctx, path, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
		"--disable-background-networking", "--user-data-dir="+t.TempDir(), "--remote-debugging-pipe", "about:blank")
	cmd.ExtraFiles = []*os.File{in, out}
	if err := cmd.Start(); err != nil {
		cancel()
		t.Skip("Chromium does not start: ", err)
	}
	in.Close()
	out.Close()
	b := &browser{t: t, to: to, from: bufio.NewReader(from)}
	t.Cleanup(func() {
		b.call("Browser.close", nil) //nolint:errcheck // it is gone then
		to.Close()
		time.AfterFunc(time.Minute, cancel)
		cmd.Wait() //nolint:errcheck // how it ends does not matter
		cancel()
		from.Close()
	})
	var target struct{ TargetID string }
	if err := b.get("Target.createTarget", map[string]any{"url": "about:blank"}, &target); err != nil {
		t.Skip("Chromium does not answer: ", err)
	}
	var attached struct{ SessionID string }
	b.must("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	b.session = attached.SessionID
	for _, domain := range []string{"Page", "Runtime", "Network", "Log"} {
		b.must(domain+".enable", nil, nil)
	}
	return b
}

// hangs is when a browser does not answer any more. It is no measure of anything.
const hangs = 5 * time.Minute

func (b *browser) call(method string, params any) (json.RawMessage, error) {
	b.id++
	msg := map[string]any{"id": b.id, "method": method}
	if params != nil {
		msg["params"] = params
	}
	if b.session != "" {
		msg["sessionId"] = b.session
	}
	text, err := json.Marshal(msg)
	if err != nil {
		return nil, err
	}
	if _, err := b.to.Write(append(text, 0)); err != nil {
		return nil, err
	}
	for {
		m, err := b.read()
		if err != nil {
			return nil, err
		}
		if m.ID != b.id {
			b.events = append(b.events, m)
			continue
		}
		if m.Error != nil {
			return nil, errors.New(method + ": " + m.Error.Message)
		}
		return m.Result, nil
	}
}

func (b *browser) read() (m message, err error) {
	text, err := b.from.ReadBytes(0)
	if err != nil {
		return m, err
	}
	return m, json.Unmarshal(bytes.TrimSuffix(text, []byte{0}), &m)
}

func (b *browser) get(method string, params, result any) error {
	raw, err := b.call(method, params)
	if err == nil && result != nil {
		err = json.Unmarshal(raw, result)
	}
	return err
}

func (b *browser) must(method string, params, result any) {
	b.t.Helper()
	if err := b.get(method, params, result); err != nil {
		b.t.Fatal(err)
	}
}

// load shows a page and waits until its script has run.
func (b *browser) load(file string) {
	b.t.Helper()
	b.events = nil
	b.eval("window.before = true")
	b.must("Page.navigate", map[string]any{"url": (&url.URL{Scheme: "file", Path: file}).String()}, nil)
	for range hangs / (20 * time.Millisecond) {
		if b.eval("document.readyState === 'complete' && location.protocol === 'file:' && !window.before") == "true" {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	b.t.Fatal("the page does not load")
}

// eval is the value of an expression, as JSON has it.
func (b *browser) eval(js string) string {
	b.t.Helper()
	var r struct {
		Result struct {
			Value json.RawMessage `json:"value"`
		} `json:"result"`
		ExceptionDetails *struct {
			Text      string `json:"text"`
			Exception struct {
				Description string `json:"description"`
			} `json:"exception"`
		} `json:"exceptionDetails"`
	}
	b.must("Runtime.evaluate", map[string]any{"expression": js, "returnByValue": true}, &r)
	if e := r.ExceptionDetails; e != nil {
		b.t.Fatalf("%s: %s %s", js, e.Text, e.Exception.Description)
	}
	return string(r.Result.Value)
}

func (b *browser) want(js, value string) {
	b.t.Helper()
	if got := b.eval(js); got != value {
		b.t.Errorf("%s is %s, not %s", js, got, value)
	}
}

// until waits for what comes a moment later.
func (b *browser) until(js, value string) {
	b.t.Helper()
	for range hangs / (100 * time.Millisecond) {
		if b.eval("(() => { try { return "+js+" } catch { return null } })()") == value {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	b.want(js, value)
}

func (b *browser) press(key string) {
	b.t.Helper()
	for _, kind := range []string{"keyDown", "keyUp"} {
		p := map[string]any{"type": kind, "key": key}
		if len(key) == 1 {
			p["text"] = key
		}
		b.must("Input.dispatchKeyEvent", p, nil)
	}
}

func (b *browser) look(width, height int, scheme string) {
	b.t.Helper()
	b.must("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}, nil)
	media := ""
	if scheme == "print" {
		media, scheme = "print", "dark" // a page is white, whatever the screen is
	}
	b.must("Emulation.setEmulatedMedia", map[string]any{"media": media, "features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}}}, nil)
}

// quiet fails where the page wanted something from outside, or its script or policy complained.
func (b *browser) quiet(file string) {
	b.t.Helper()
	for _, e := range b.events {
		switch e.Method {
		case "Network.requestWillBeSent":
			var p struct {
				Request struct {
					URL string `json:"url"`
				} `json:"request"`
			}
			if err := json.Unmarshal(e.Params, &p); err != nil || !strings.HasPrefix(p.Request.URL, "file:") || !strings.HasSuffix(p.Request.URL, filepath.Base(file)) {
				b.t.Errorf("the page asks for %s", p.Request.URL)
			}
		case "Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled", "Page.javascriptDialogOpening":
			b.t.Errorf("%s: %s", e.Method, e.Params)
		}
	}
}

func save(t *testing.T, name, page string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(page), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

const (
	where = "document.getElementById('where').textContent"
	line  = "[...document.querySelectorAll('table.code tr.now .no')].map(e => e.textContent).join()"
)

func TestInBrowser(t *testing.T) {
	b := openBrowser(t)
	unsafe := save(t, "unsafe.html", write(t, verify(t, "counter.c", counter, "value")))
	b.look(1600, 900, "light")
	b.load(unsafe)

	t.Run("keys", func(t *testing.T) {
		b := b.in(t)
		last := strings.Trim(b.eval("String(document.querySelectorAll('ol.path li').length)"), `"`)
		b.want(where, `"`+last+" / "+last+`"`)
		b.want(line, `"15"`)
		b.want("document.querySelectorAll('svg .here').length > 0", "true")
		// Steps that do not matter are skipped, until they are asked for.
		b.want("[...document.querySelectorAll('ol.path li.aside')].every(l => l.offsetParent === null)", "true")
		b.eval("document.getElementById('hide').click()")
		b.want("[...document.querySelectorAll('ol.path li.aside')].every(l => l.offsetParent !== null)", "true")
		// Keys that scroll are the page's, but for where the list has the focus.
		for _, key := range []string{"Home", "ArrowUp", "ArrowDown", "PageUp", "End"} {
			b.press(key)
			b.want(where, `"`+last+" / "+last+`"`)
		}
		b.press("k")
		b.press("j")
		b.want(where, `"`+last+" / "+last+`"`)
		b.eval("document.querySelector('ol.path').focus()")
		b.press("Home")
		b.want(where, `"1 / `+last+`"`)
		b.want("document.getElementById(document.querySelector('ol.path').getAttribute('aria-activedescendant')).getAttribute('aria-selected')", `"true"`)
		b.press("j")
		b.want(where, `"2 / `+last+`"`)
		b.want(line, `"9"`)
		b.want("document.querySelector('tr.now .val').textContent", `"half = 0, unused = 7"`)
		b.press("ArrowDown")
		b.press("k")
		b.want(where, `"2 / `+last+`"`)
		b.press("ArrowUp")
		b.press("ArrowUp")
		b.want(where, `"1 / `+last+`"`)
		b.press("End")
		b.want(where, `"`+last+" / "+last+`"`)
		b.press("ArrowDown")
		b.want(where, `"`+last+" / "+last+`"`)
		b.press("PageUp")
		b.press("PageDown")
		b.want(where, `"`+last+" / "+last+`"`)
		b.eval("document.activeElement.blur()")
	})
	t.Run("search", func(t *testing.T) {
		b := b.in(t)
		b.press("/")
		b.want("document.activeElement.id", `"find"`)
		const ask = "(q => { const f = document.getElementById('find'); f.value = q; f.dispatchEvent(new Event('input')); return document.getElementById('found').textContent; })"
		b.want(ask+"('HALF')", `"none"`)
		b.want(ask+"('half')", `"1 / 3"`)
		b.press("Enter")
		b.want("document.getElementById('found').textContent + [...document.querySelectorAll('tr.at .no')].map(e => e.textContent)", `"2 / 311"`)
		b.press("k") // is written, and no step
		b.press("Escape")
		b.want("document.querySelectorAll('tr.hit').length + document.activeElement.tagName", `"0BODY"`)
	})
	t.Run("clicks", func(t *testing.T) {
		b := b.in(t)
		b.eval("[...document.querySelectorAll('ol.path li')].find(l => l.querySelector('code').textContent === 'total += by;').click()")
		b.want(line, `"5"`)
		b.want("document.querySelector('.graph-body.shown .graph-name').textContent", `"step"`)
		b.want("document.querySelector('#watch').textContent.includes('globaltotal')", "true")
		b.eval("document.getElementById('next').click()")
		b.want(line, `"6"`)
		b.want("document.querySelectorAll('ol.path li.now').length", "1")
	})
	t.Run("fits", func(t *testing.T) {
		b := b.in(t)
		for _, width := range []int{360, 400, 800, 1100, 1600, 1920} {
			b.look(width, 800, "light")
			if got := b.eval("document.documentElement.scrollWidth <= innerWidth"); got != "true" {
				t.Errorf("at a width of %d the page is wider: %s", width, b.eval("String(document.documentElement.scrollWidth)"))
			}
		}
	})
	t.Run("legible", func(t *testing.T) {
		b := b.in(t)
		for _, scheme := range []string{"light", "dark", "print"} {
			b.look(1600, 900, scheme)
			if low := b.eval(contrast); low != "[]" {
				t.Errorf("%s: too little contrast: %s", scheme, low)
			}
			bright := b.eval("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).every(c => c > 128)")
			if (bright == "true") != (scheme != "dark") {
				t.Errorf("%s: the background does not follow", scheme)
			}
		}
	})
	t.Run("panes", func(t *testing.T) {
		b := b.in(t)
		for _, size := range [][2]int{{400, 800}, {1000, 600}, {1100, 700}, {1600, 600}, {1600, 1000}, {1920, 1080}} {
			b.look(size[0], size[1], "light")
			// The list has room, no part of the pane is over another, and the page goes on below.
			b.want(`(() => {
				const parts = [...document.querySelectorAll('.pane.steps > .head, .failure-body.shown > *, .pane.steps > .watch, .pane.steps > .keys')].filter(e => e.offsetParent).map(e => e.getBoundingClientRect()).sort((a, b) => a.top - b.top);
				return [document.querySelector('ol.path').clientHeight >= 90 && document.querySelector('ol.path li.now').clientHeight < 60, parts.every((r, i) => !i || r.top >= parts[i-1].bottom - 1)].join();
			})()`, `"true,true"`)
		}
		b.eval("document.querySelector('ol.path').lastElementChild.click()")
		// All of the automaton, where that is asked for.
		b.eval("document.getElementById('whole').click()")
		b.want("(g => g.scrollWidth <= g.clientWidth && g.scrollHeight <= g.clientHeight)(document.getElementById('graph'))", "true")
		b.eval("for (let i = 0; i < 6; i++) document.getElementById('larger').click()")
		b.want("(g => g.scrollHeight > g.clientHeight)(document.getElementById('graph'))", "true")
	})
	t.Run("prints", func(t *testing.T) {
		b := b.in(t)
		var pdf struct{ Data string }
		b.must("Page.printToPDF", map[string]any{}, &pdf)
		if data, err := base64.StdEncoding.DecodeString(pdf.Data); err != nil || !bytes.HasPrefix(data, []byte("%PDF")) || len(data) < 10_000 {
			t.Errorf("%d bytes (%v)", len(data), err)
		}
	})
	b.in(t).quiet(unsafe)

	t.Run("failures", func(t *testing.T) {
		b := b.in(t)
		r := reporttest.Several(t, reporttest.Failing, refine.Options{Engine: engines.Must("value", engines.Options{Selection: true})}, 200_000)
		b.look(1600, 900, "light")
		b.load(save(t, "several.html", write(t, r)))
		b.want(line, `"6"`)
		b.want("(e => { e.value = '1'; e.dispatchEvent(new Event('change')); return e.value; })(document.getElementById('failure'))", `"1"`)
		b.want(line, `"19"`)
		b.want("[...document.querySelectorAll('.failure-body')].filter(e => e.offsetParent || e.querySelector('li').offsetParent).map(e => e.id).join()", `"x1"`)
		b.want("[...document.querySelectorAll('table.code tr.error .no')].map(e => e.textContent).join()", `"19"`)
		for _, c := range [][2]string{{"n", "23"}, {"n", "23"}, {"p", "19"}, {"p", "6"}, {"p", "6"}} {
			b.press(c[0])
			b.want(line, `"`+c[1]+`"`)
		}
		// What fails links to how, and each line to what came of its properties.
		b.eval("[...document.querySelectorAll('#unsafe .how')].pop().click()")
		b.until(line, `"23"`)
		b.eval("document.querySelector('#f0l23 .mark.unsafe').click()")
		b.until("document.querySelector('.props li:target a').textContent", `"line 23"`)
		// Without scripts all of it is there, and nothing that needs them.
		b.must("Emulation.setScriptExecutionDisabled", map[string]any{"value": true}, nil)
		b.load(save(t, "still.html", write(t, r)))
		b.want("document.body.classList.contains('scripted')", "false")
		b.want("[...document.querySelectorAll('.failure-body, .failure-name, .file-body, .graph-body svg')].every(e => e.getBoundingClientRect().height > 0)", "true")
		b.want("[...document.querySelectorAll('.js, button, input')].filter(e => e.offsetParent).length", "0")
		b.must("Emulation.setScriptExecutionDisabled", map[string]any{"value": false}, nil)
		b.load(unsafe)
	})

	for name, page := range map[string]string{
		"safe.html":    write(t, verify(t, "bounded.c", bounded, "widening")),
		"hostile.html": write(t, verify(t, "hostile.c", hostile, "value")),
	} {
		t.Run(name, func(t *testing.T) {
			b := b.in(t)
			file := save(t, name, page)
			b.load(file)
			b.want("document.body.classList.contains('scripted')", "true")
			b.want("document.querySelectorAll('img, iframe, object, embed, link').length", "0")
			b.want("document.querySelectorAll('script').length", "2")
			b.quiet(file)
		})
	}
}

// in reports to another test.
func (b *browser) in(t *testing.T) *browser {
	b.t = t
	return b
}

// contrast lists the texts whose contrast to what is behind them is below that of WCAG 2.1, 4.5 to
// 1.
const contrast = `(() => {
  const lum = c => { const v = c.map(x => { x /= 255; return x <= .03928 ? x / 12.92 : Math.pow((x + .055) / 1.055, 2.4); }); return .2126 * v[0] + .7152 * v[1] + .0722 * v[2]; };
  const rgba = s => { const m = s.match(/[\d.]+/g).map(Number); return m.length < 4 ? [...m, 1] : m; };
  const behind = e => { for (; e; e = e.parentElement) { const c = rgba(getComputedStyle(e).backgroundColor); if (c[3] > .99) return c; } return [255, 255, 255, 1]; };
  const low = new Set();
  for (const e of document.querySelectorAll('body *')) {
    if (e.closest('svg') || !e.offsetParent || ![...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim())) continue;
    if (e.closest('.aside') && e.closest('ol.path')) continue; // dimmed on purpose
    const a = lum(rgba(getComputedStyle(e).color)), b = lum(behind(e)), r = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    if (r < 4.5) low.add(e.tagName + '.' + e.className + ' ' + r.toFixed(2));
  }
  return [...low];
})()`

// Screenshots, for looking at: WHET_SHOTS names the directory that they go to.
func TestScreenshots(t *testing.T) {
	dir := os.Getenv("WHET_SHOTS")
	if dir == "" {
		t.Skip("WHET_SHOTS names no directory")
	}
	b := openBrowser(t)
	for name, page := range map[string]string{
		"unsafe": write(t, verify(t, "counter.c", counter, "value")), "safe": write(t, verify(t, "bounded.c", bounded, "widening")),
	} {
		file := save(t, name+".html", page)
		for _, scheme := range []string{"light", "dark", "print"} {
			for _, width := range []int{420, 1200, 1700} {
				b.look(width, 1000, scheme)
				b.load(file)
				var shot struct{ Data string }
				b.must("Page.captureScreenshot", map[string]any{"captureBeyondViewport": true}, &shot)
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
