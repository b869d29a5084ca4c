package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sync"
)

// The log of a campaign.

// An Entry is a line of the log: a completed batch. If a log was cut off, the batches that were not written are done
// again.
type Entry struct {
	Batch    string    `json:"batch"`    // the name of the batch, such as "small 12"
	Version  int       `json:"version"`  // the version of the generator
	Software string    `json:"software"` // the version of whet
	Seconds  float64   `json:"seconds"`
	Ways     []string  `json:"ways,omitempty"` // how programs were compiled
	Bodies   int       `json:"bodies,omitempty"`
	Runs     int       `json:"runs,omitempty"`  // number of runs of compiled programs, by the first way
	Fates    Counts    `json:"fates,omitempty"` // number of bodies with each fate
	Programs []Program `json:"programs,omitempty"`
	Formulas []Formula `json:"formulas,omitempty"`
}

// Counts maps names to numbers.
type Counts map[string]int

// Program is the result of one program.
type Program struct {
	Seed    uint64   `json:"seed"`
	Claim   uint64   `json:"claim"`
	Kind    string   `json:"kind"`
	Parts   []string `json:"parts,omitempty"`
	Model   string   `json:"model"`
	Engine  string   `json:"engine"`
	Checks  string   `json:"checks,omitempty"`
	Truth   string   `json:"truth"`
	Verdict string   `json:"verdict"`
	Why     string   `json:"why,omitempty"` // unknown: the cause and the beginning of the reason
	Wrong   bool     `json:"wrong,omitempty"`
	// the verdict seemed wrong, but the program run separately behaves differently than among others
	Doubtful bool    `json:"doubtful,omitempty"`
	Broken   string  `json:"broken,omitempty"` // a property that a run violates although the result says that it holds
	Quant    bool    `json:"quant,omitempty"`  // a claim about all cells of an array
	Seconds  float64 `json:"s"`
	Jobs     string  `json:"jobs,omitempty"` // the result with two jobs compared with that with one: "same", "different" or "unsteady"; see compareJobs
	Forged   int     `json:"forged,omitempty"`
	Accepted int     `json:"accepted,omitempty"`
}

// Log is a file of entries.
type Log struct {
	mu   sync.Mutex
	f    *os.File
	done map[string]bool
	Sum  *Figures
}

// OpenLog opens or creates a log. It drops an incomplete last line.
func OpenLog(path string) (*Log, error) {
	l := &Log{done: map[string]bool{}, Sum: NewFigures()}
	if path == "" {
		return l, nil
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	l.f = f
	end, err := readLog(f, func(e *Entry) {
		l.done[e.Batch] = true
		l.Sum.Add(e)
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if err := f.Truncate(end); err != nil {
		return nil, err
	}
	_, err = f.Seek(end, io.SeekStart)
	return l, err
}

// readLog calls each for the entries, and returns the end of the last complete line.
func readLog(r io.Reader, each func(e *Entry)) (end int64, err error) {
	in := bufio.NewReader(r)
	for {
		line, err := in.ReadBytes('\n')
		if err == io.EOF {
			return end, nil
		}
		if err != nil {
			return end, err
		}
		e := &Entry{}
		if err := json.Unmarshal(bytes.TrimSpace(line), e); err != nil {
			return end, err
		}
		each(e)
		end += int64(len(line))
	}
}

// Done reports whether the batch is in the log, or was begun. Otherwise it marks the batch as begun.
func (l *Log) Done(batch string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.done[batch] {
		return true
	}
	l.done[batch] = true
	return false
}

// Add writes an entry.
func (l *Log) Add(e *Entry) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.Sum.Add(e)
	if l.f == nil {
		return nil
	}
	b, err := json.Marshal(e)
	if err != nil {
		return err
	}
	_, err = l.f.Write(append(b, '\n'))
	return err
}

// Close closes the file.
func (l *Log) Close() error {
	if l.f == nil {
		return nil
	}
	return l.f.Close()
}
