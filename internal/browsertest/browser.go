//go:build unix

// The browser and its protocol. Chromium reads commands from file descriptor 3 and writes answers and events to 4, as
// JSON messages that end with a zero byte.

package browsertest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Browser is a running browser with one page.
type Browser struct {
	t       *testing.T
	to      *os.File
	from    *bufio.Reader
	session string
	id      int       // the id of the last call
	events  []message // received since the last Load
}

// message is an answer (ID is set) or an event of the protocol.
type message struct {
	ID     int             `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Message string `json:"message"`
	} `json:"error"`
}

// Open starts the browser with one empty page. It skips the test if no browser is installed or can be started.
func Open(t *testing.T) *Browser {
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
	b := &Browser{t: t, to: to, from: bufio.NewReader(from)}
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
	b.Must("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	b.session = attached.SessionID
	for _, domain := range []string{"Page", "Runtime", "Network", "Log"} {
		b.Must(domain+".enable", nil, nil)
	}
	return b
}

// hangs is the time after which a browser is considered not to answer any more. It does not measure anything.
const hangs = 5 * time.Minute

// call calls a method of the protocol and returns its raw result. It keeps the events that arrive before the answer.
func (b *Browser) call(method string, params any) (json.RawMessage, error) {
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

// read reads the next message.
func (b *Browser) read() (m message, err error) {
	text, err := b.from.ReadBytes(0)
	if err != nil {
		return m, err
	}
	return m, json.Unmarshal(bytes.TrimSuffix(text, []byte{0}), &m)
}

// get calls a method of the protocol and decodes its result, unless result is nil.
func (b *Browser) get(method string, params, result any) error {
	raw, err := b.call(method, params)
	if err == nil && result != nil {
		err = json.Unmarshal(raw, result)
	}
	return err
}

// Must does what get does, but fails the test after an error.
func (b *Browser) Must(method string, params, result any) {
	b.t.Helper()
	if err := b.get(method, params, result); err != nil {
		b.t.Fatal(err)
	}
}

// Load loads a page and waits until its script has run.
func (b *Browser) Load(file string) {
	b.t.Helper()
	b.events = nil
	b.Eval("window.before = true")
	b.Must("Page.navigate", map[string]any{"url": (&url.URL{Scheme: "file", Path: file}).String()}, nil)
	for range hangs / (20 * time.Millisecond) {
		if b.Eval("document.readyState === 'complete' && location.protocol === 'file:' && !window.before") == "true" {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	b.t.Fatal("the page does not load")
}

// Eval returns the value of a JavaScript expression as JSON.
func (b *Browser) Eval(js string) string {
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
	b.Must("Runtime.evaluate", map[string]any{"expression": js, "returnByValue": true}, &r)
	if e := r.ExceptionDetails; e != nil {
		b.t.Fatalf("%s: %s %s", js, e.Text, e.Exception.Description)
	}
	return string(r.Result.Value)
}

// Want checks the value of an expression.
func (b *Browser) Want(js, value string) {
	b.t.Helper()
	if got := b.Eval(js); got != value {
		b.t.Errorf("%s is %s, not %s", js, got, value)
	}
}

// Until waits until an expression has a value.
func (b *Browser) Until(js, value string) {
	b.t.Helper()
	for range hangs / (100 * time.Millisecond) {
		if b.Eval("(() => { try { return "+js+" } catch { return null } })()") == value {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	b.Want(js, value)
}

// Press presses a key.
func (b *Browser) Press(key string) {
	b.t.Helper()
	for _, kind := range []string{"keyDown", "keyUp"} {
		p := map[string]any{"type": kind, "key": key}
		if len(key) == 1 {
			p["text"] = key
		}
		b.Must("Input.dispatchKeyEvent", p, nil)
	}
}

// Look sets the size of the window, and its medium: "light", "dark" or "print".
func (b *Browser) Look(width, height int, scheme string) {
	b.t.Helper()
	b.Must("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}, nil)
	media := ""
	if scheme == "print" {
		media, scheme = "print", "dark" // a printed page is white even if the screen is dark
	}
	b.Must("Emulation.setEmulatedMedia", map[string]any{"media": media, "features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}}}, nil)
}

// Quiet fails the test if the page requested anything but the file, or its script or content policy reported an
// error.
func (b *Browser) Quiet(file string) {
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

// Save writes a page to a temporary file of a test and returns its name.
func Save(t *testing.T, name, page string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(page), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// In makes the browser report to another test.
func (b *Browser) In(t *testing.T) *Browser {
	b.t = t
	return b
}

// Contrast is an expression that lists the texts whose contrast to their background is below the minimum of WCAG 2.1,
// 4.5 to 1.
const Contrast = `(() => {
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
