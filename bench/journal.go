// Tables of results as CSV. A row is complete in the file when Add returns, so a run that is interrupted loses at
// most one row, and can be resumed.

package bench

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Columns are the columns of a table of results.
var Columns = []string{"path", "set", "expected", "status", "cpu_s", "wall_s", "memory_mb", "note", "run"}

// Journal is a table of results as CSV, written row by row.
type Journal struct {
	Done map[string]Result // results of an earlier run with the same settings, by Task.Name
	run  string            // the settings, in the last column of each row
	file *os.File
	w    *csv.Writer
}

// OpenJournal opens or creates the table at path. run describes the settings: the verifier's version, its arguments,
// the limits. A table that was written with other settings is an error, since its results would be mixed with new
// ones; fresh starts a new table. An incomplete last row is dropped.
func OpenJournal(path, run string, fresh bool) (*Journal, error) {
	j := &Journal{Done: map[string]Result{}, run: run}
	var old []Result
	if !fresh {
		list, runs, err := load(path)
		switch {
		case errors.Is(err, os.ErrNotExist):
		case err != nil:
			return nil, err
		default:
			for _, r := range runs {
				if r != run {
					return nil, fmt.Errorf("%s has results of another run (%s); name another file, or begin anew with --fresh", path, r)
				}
			}
			old = list
		}
	}
	// Rewrite the table in a new file, without an incomplete row, so that nothing is lost if this is interrupted.
	tmp, err := os.CreateTemp(dirOf(path), ".bench-*")
	if err != nil {
		return nil, err
	}
	j.file, j.w = tmp, csv.NewWriter(tmp)
	j.w.Write(Columns) //nolint:errcheck // Flush tells
	for _, r := range old {
		j.Done[r.Task.Name] = r
		if err := j.Add(r); err != nil {
			break
		}
	}
	j.w.Flush()
	err = j.w.Error()
	if err == nil {
		err = tmp.Chmod(0o644)
	}
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		tmp.Close()
		os.Remove(tmp.Name())
		return nil, err
	}
	return j, nil
}

// dirOf returns the folder of a path.
func dirOf(path string) string {
	if i := strings.LastIndexAny(path, `/\`); i >= 0 {
		return path[:i+1]
	}
	return "."
}

// Add writes a row. When it returns nil, the row is in the file.
func (j *Journal) Add(r Result) error {
	j.w.Write([]string{ //nolint:errcheck // Flush tells
		r.Task.Name, r.Task.Set, r.Task.Expected, string(r.Status), seconds(r.CPU), seconds(r.Wall),
		strconv.FormatUint(r.Memory>>20, 10), r.Note, j.run,
	})
	j.w.Flush()
	return j.w.Error()
}

// Close closes the file.
func (j *Journal) Close() error { return j.file.Close() }

// seconds returns a duration in seconds, with three digits after the point.
func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 3, 64) }

// Load reads a table of results: one that a Journal wrote, or another one with the columns path, status, and cpu_s or
// wall_s.
func Load(path string) ([]Result, error) {
	list, _, err := load(path)
	return list, err
}

// load is Load, and also returns the different values of the column run.
func load(path string) (list []Result, runs []string, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	r := csv.NewReader(file)
	r.FieldsPerRecord = -1
	header, err := r.Read()
	if errors.Is(err, io.EOF) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	for _, need := range []string{"path", "status"} {
		if !slices.Contains(header, need) {
			return nil, nil, fmt.Errorf("%s: this is no table of results: there is no column %q", path, need)
		}
	}
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return list, runs, nil
		}
		if err != nil || len(row) < len(header) {
			if _, more := r.Read(); errors.Is(more, io.EOF) {
				return list, runs, nil // an incomplete last row
			}
			line, _ := r.FieldPos(0)
			return nil, nil, fmt.Errorf("%s:%d: the row is broken", path, line)
		}
		get := func(name string) string {
			if i := slices.Index(header, name); i >= 0 {
				return row[i]
			}
			return ""
		}
		duration := func(name string) time.Duration {
			s, err := strconv.ParseFloat(get(name), 64)
			if err != nil || s < 0 || s > 1e9 {
				return 0
			}
			return time.Duration(s * float64(time.Second))
		}
		mb, _ := strconv.ParseUint(get("memory_mb"), 10, 40)
		one := Result{
			Task:   Task{Name: get("path"), Set: get("set"), Expected: get("expected")},
			Status: Status(get("status")), CPU: duration("cpu_s"), Wall: duration("wall_s"), Memory: mb << 20, Note: get("note"),
		}
		if one.CPU == 0 {
			one.CPU = one.Wall
		}
		list = append(list, one)
		if run := get("run"); !slices.Contains(runs, run) {
			runs = append(runs, run)
		}
	}
}
