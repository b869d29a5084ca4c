//go:build unix

package fleet

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// stubFolder names the variable with which the test's own binary is a verifier: see stub. Its value is
// a folder for what the test is to know.
const stubFolder = "WHET_FLEET_STUB"

func TestMain(m *testing.M) {
	if dir := os.Getenv(stubFolder); dir != "" {
		os.Exit(stub(dir, os.Args[1:]))
	}
	os.Exit(m.Run())
}

// stub is a verifier of programs that say what comes of them. Each line is a property, and has, by engine,
// what that one does about it: KEY=WHAT …, where the key "whole" is the engine auto that is asked for
// the whole program, "auto" the one that is asked for some properties, and
//
//	holds, fails  it finds that out, and the evidence shows it
//	lie           it says that the property holds, with a proof that is none
//	claim         it says that the property is decided, and shows nothing
//	other         it shows that the next property holds, and claims that it is this one
//	twice         holds, shown twice
//	next          it shows that the next property holds, and claims nothing
//	safe          it says that the program is safe, and shows nothing
//	alone         it says that the program is safe, without any evidence
//	unread        it says that the program is no C
//	murder        it kills the worker
//	slow          it takes for ever
//	hold          it waits until the test has made the file "go", and then holds
//
// Without a word for it a property is open. An engine that the first line names behind "without" does
// not have an option of the program. Each call for a verdict is a line of the file "calls".
func stub(dir string, args []string) int {
	flags, recall := map[string]string{}, []string(nil)
	program := ""
	for _, a := range args {
		name, value, isFlag := strings.Cut(strings.TrimPrefix(a, "--"), "=")
		switch {
		case a == "--first" || a == "--no-color":
			flags[name] = "yes"
		case isFlag && name == "recall":
			recall = append(recall, value)
		case isFlag:
			flags[name] = value
		default:
			program = a
		}
	}
	if engine := flags["engine"]; flags["pack"] != "" {
		text := read(program)
		if first, _, _ := strings.Cut(text, "\n"); engine != "" && strings.Contains(first, "without "+engine) {
			return end(2, "")
		}
		write(flags["pack"], fmt.Sprintf("%s|%s|%s|%s", program, engine, flags["first"], text))
		return 0
	}
	s := stubbed{dir: dir, first: flags["first"] != "", evidence: flags["evidence"], text: ""}
	if flags["packed"] != "" {
		part := strings.SplitN(read(flags["packed"]), "|", 4)
		s.name, s.engine, s.first, s.text = part[0], part[1], part[2] != "", part[3]
	} else {
		s.name, s.engine, s.text = program, flags["engine"], read(program)
	}
	s.lines = strings.Split(strings.TrimSpace(s.text), "\n")
	for _, n := range strings.FieldsFunc(flags["only"], func(r rune) bool { return r == ',' }) {
		k, err := strconv.Atoi(n)
		if err != nil {
			panic(err)
		}
		s.only = append(s.only, k)
	}
	shown := map[int]string{}
	l := left{Of: len(s.lines)}
	switch {
	case len(recall) > 0:
		if !s.recall(recall, shown) {
			return end(3, "unknown (the evidence does not check)")
		}
	case flags["left"] == "":
		if status, over := s.verify(shown); over {
			return status
		}
	}
	for n := range l.Of {
		if n++; shown[n] == "" && s.asked(n) {
			l.Open = append(l.Open, n)
		}
	}
	fails := slices.Contains(slices.Collect(mapsValues(shown)), "fails")
	if l.Ended = fails && s.first; l.Ended {
		l.Open = nil
	}
	if flags["left"] != "" {
		text, err := json.Marshal(l)
		if err != nil {
			panic(err)
		}
		write(flags["left"], string(text))
	}
	var note []string
	for n := range l.Of {
		if n++; shown[n] != "" {
			note = append(note, fmt.Sprintf("%d %s", n, shown[n]))
		}
	}
	if flags["report"] != "" {
		write(flags["report"], strings.Join(note, ", "))
	}
	switch {
	case fails:
		return end(1, "unsafe")
	case len(shown) == l.Of:
		return end(0, "safe")
	}
	return end(3, "unknown ("+strings.Join(note, ", ")+")")
}

func mapsValues(m map[int]string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for _, v := range m {
			if !yield(v) {
				return
			}
		}
	}
}

type stubbed struct {
	dir, name, engine, text string
	first                   bool
	lines                   []string
	only                    []int
	evidence                string
}

func (s *stubbed) asked(n int) bool { return s.only == nil || slices.Contains(s.only, n) }

// what is what the engine does about a property.
func (s *stubbed) what(n int) string {
	key := s.engine
	switch {
	case key == "" && s.only == nil:
		key = "whole"
	case key == "":
		key = "auto"
	}
	for _, f := range strings.Fields(s.lines[n-1]) {
		if k, v, _ := strings.Cut(f, "="); k == key {
			return v
		}
	}
	return ""
}

// proof is what shows something of a property.
func (s *stubbed) proof(n int, status string) string {
	return fmt.Sprintf("%d %s %x", n, status, sha256.Sum256(fmt.Appendf(nil, "%s %d %s", s.text, n, status)))
}

// verify is a run of an engine. over: it has ended in a way of its own.
func (s *stubbed) verify(shown map[int]string) (status int, over bool) {
	call := fmt.Sprintf("%s %s %v\n", s.name, s.engine, s.only)
	f, err := os.OpenFile(filepath.Join(s.dir, "calls"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err == nil {
		_, err = f.WriteString(call)
	}
	if err != nil {
		panic(err)
	}
	lines := []string{fmt.Sprint("only ", s.only)}
	add := func(n int, status string) { lines = append(lines, s.proof(n, status)) }
	decided := func(n int) { lines = append(lines, fmt.Sprintf("decided %d", n)) }
	for n := range len(s.lines) {
		if n++; !s.asked(n) {
			continue
		}
		switch what := s.what(n); what {
		case "fails", "holds":
			shown[n] = what
			add(n, what)
			decided(n)
		case "twice":
			shown[n] = "holds"
			add(n, "holds")
			add(n, "holds")
			decided(n)
			decided(n)
		case "lie":
			lines = append(lines, fmt.Sprintf("%d holds because I say so", n))
			decided(n)
		case "claim":
			decided(n)
		case "other":
			add(n%len(s.lines)+1, "holds")
			decided(n)
		case "next":
			add(n%len(s.lines)+1, "holds")
		case "safe":
			write(s.evidence, lines[0])
			return end(0, "safe"), true
		case "alone":
			return end(0, "safe"), true
		case "unread":
			return end(2, ""), true
		case "murder":
			syscall.Kill(os.Getppid(), syscall.SIGKILL) //nolint:errcheck // then the test fails
			return 0, true
		case "slow":
			time.Sleep(time.Hour)
		case "hold":
			for !exists(filepath.Join(s.dir, "go")) {
				time.Sleep(10 * time.Millisecond)
			}
			shown[n] = "holds"
			add(n, "holds")
			decided(n)
		}
	}
	if s.evidence != "" {
		write(s.evidence, strings.Join(lines, "\n"))
	}
	return 0, false
}

// recall checks evidence, and reports whether any of it shows what it claims.
func (s *stubbed) recall(files []string, shown map[int]string) (some bool) {
	for _, file := range files {
		lines := strings.Split(read(file), "\n")
		if s.only != nil && lines[0] != fmt.Sprint("only ", s.only) {
			continue
		}
		for _, line := range lines {
			for n := range len(s.lines) {
				for _, status := range []string{"holds", "fails"} {
					if line == s.proof(n+1, status) {
						shown[n+1] = status
					}
				}
			}
		}
		some = some || !slices.ContainsFunc(lines, func(line string) bool {
			n, is := strings.CutPrefix(line, "decided ")
			k, err := strconv.Atoi(n)
			return is && (err != nil || shown[k] == "")
		})
	}
	return some
}

func end(status int, verdict string) int {
	if verdict != "" {
		fmt.Println("VERDICT: " + verdict)
	}
	return status
}

func read(path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func write(path, text string) {
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		panic(err)
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
