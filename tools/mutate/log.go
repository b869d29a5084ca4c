package mutate

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// The log of results, and the list of equivalent mutants.

// A resultLog keeps the results of mutants in a file, one per line:
//
//	status <tab> hash of the function <tab> test <tab> key
//
// A mutant is not found if its function has changed since. If a mutant has two lines, the last one counts.
type resultLog struct {
	known map[string]Result
	file  *os.File // nil: results are not kept
}

func openLog(file string) (*resultLog, error) {
	l := &resultLog{known: map[string]Result{}}
	if file == "" {
		return l, nil
	}
	f, err := os.OpenFile(file, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return nil, err
	}
	l.file = f
	for in := bufio.NewScanner(f); in.Scan(); {
		// The last line may be incomplete if a run was stopped.
		if p := strings.SplitN(in.Text(), "\t", 4); len(p) == 4 {
			l.known[p[1]+" "+p[3]] = Result{Status: Status(p[0]), Test: p[2]}
		}
	}
	return l, nil
}

func logKey(m *Mutant) string { return fmt.Sprintf("%x %s", m.Code, m.Key()) }

// of returns the result of a mutant.
func (l *resultLog) of(m *Mutant) (Result, bool) {
	r, ok := l.known[logKey(m)]
	r.Mutant = m
	return r, ok
}

func (l *resultLog) add(r Result) error {
	if l.file == nil {
		return nil
	}
	_, err := fmt.Fprintf(l.file, "%s\t%x\t%s\t%s\n", r.Status, r.Code, r.Test, r.Key())
	return err
}

func (l *resultLog) Close() error {
	if l.file == nil {
		return nil
	}
	return l.file.Close()
}

// A list maps keys of equivalent mutants to reasons.
type list map[string]string

// readList reads a list: lines with keys, each group followed by indented lines with the reason for all of them.
// Empty lines and lines that begin with # are ignored. A missing file is an empty list.
func readList(file string) (list, error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return list{}, nil
	}
	if err != nil {
		return nil, err
	}
	l := list{}
	var keys []string
	reason := false
	for i, line := range strings.Split(string(text), "\n") {
		switch what := strings.TrimSpace(line); {
		case what == "" || what[0] == '#':
		case line[0] == ' ' || line[0] == '\t':
			if len(keys) == 0 {
				return nil, fmt.Errorf("%s:%d: a reason of nothing", file, i+1)
			}
			for _, k := range keys {
				l[k] = strings.TrimSpace(l[k] + " " + what)
			}
			reason = true
		default:
			if reason {
				keys, reason = nil, false
			}
			if _, twice := l[what]; twice {
				return nil, fmt.Errorf("%s:%d: it is there twice", file, i+1)
			}
			keys = append(keys, what)
			l[what] = ""
		}
	}
	for _, k := range keys {
		if l[k] == "" {
			return nil, fmt.Errorf("%s: %s: the reason is missing", file, k)
		}
	}
	return l, nil
}

// stale returns the keys that belong to no mutant.
func (l list) stale(ms []*Mutant) (keys []string) {
	found := map[string]bool{}
	for _, m := range ms {
		found[m.Key()] = true
	}
	for k := range l {
		if !found[k] {
			keys = append(keys, k)
		}
	}
	slices.Sort(keys)
	return keys
}
