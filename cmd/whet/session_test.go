package main

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// heard is the output of a server so far.
type heard struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (h *heard) Write(b []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.text.Write(b)
}

func (h *heard) from(at int) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.text.String()[at:]
}

// patience is how long a message of a server is waited for, on a machine with much else to do.
const patience = 2 * time.Minute

// session holds a conversation with a language server, as an editor does: "session FILE COMMAND…".
// In the file, a line "> TEXT" is a message that is sent, with $URI for the address of the work
// folder, "< TEXT" waits for that in what the server says behind what was waited for last, and "! TEXT"
// must not have been said at all until then. At the end the server must end by itself, with the
// status 0.
func session(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: session file command…")
	}
	path, err := exec.LookPath(args[1])
	ts.Check(err)
	c := exec.Command(path, args[2:]...)
	c.Dir, c.Env = ts.MkAbs("."), append(c.Environ(), "PATH="+ts.Getenv("PATH"))
	var out heard
	var stderr bytes.Buffer
	c.Stdout, c.Stderr = &out, &stderr
	in, err := c.StdinPipe()
	ts.Check(err)
	ts.Check(c.Start())
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	fail := func(format string, args ...any) {
		c.Process.Kill() //nolint:errcheck // it may have ended
		ts.Fatalf(format+"\n%s\n%s", append(args, out.from(0), stderr.String())...)
	}
	seen := 0
	for i, line := range strings.Split(ts.ReadFile(args[0]), "\n") {
		kind, text, _ := strings.Cut(line, " ")
		text = strings.ReplaceAll(text, "$URI", "file://"+filepath.ToSlash(ts.MkAbs(".")))
		switch kind {
		case ">":
			if _, err := fmt.Fprintf(in, "Content-Length: %d\r\n\r\n%s", len(text), text); err != nil {
				fail("line %d: %v", i+1, err)
			}
		case "<":
			for end := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
				if k := strings.Index(out.from(seen), text); k >= 0 {
					seen += k + len(text)
					break
				}
				if time.Now().After(end) {
					fail("line %d: waited in vain for %s", i+1, text)
				}
			}
		case "!":
			if strings.Contains(out.from(0), text) {
				fail("line %d: the server said %s", i+1, text)
			}
		case "", "#":
		default:
			fail("line %d: what does %q mean?", i+1, line)
		}
	}
	select {
	case err := <-ended:
		if err != nil {
			fail("the server ended with %v", err)
		}
	case <-time.After(patience):
		fail("the server does not end")
	}
}
