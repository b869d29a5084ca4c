// Tasks and their sources.

package bench

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/task"
)

// Task is a program to be verified.
type Task struct {
	Path string   // passed to the verifier; "": its flags name the program
	More []string // the other files of a program of several files, passed after Path
	// Name is the unique name of the task in results: relative to the place that the tasks were read from, with
	// slashes, and with a number if a program occurs several times.
	Name     string
	Set      string
	Expected string        // "safe", "unsafe", or "" if it is not known
	Flags    []string      // additional flags, for this task only
	Timeout  time.Duration // for this task only; 0: the run's
}

// Read returns the tasks of a manifest (.csv), a set file (.set), a task definition (.yml, .yaml), a folder, or a
// program (.c, .i). The tasks of a folder are the task definitions in it and below it. In a folder without definitions they are
// the programs, without an expected verdict. Tasks are in the order of the file, or of their names.
func Read(path string) ([]Task, error) {
	st, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	var tasks []Task
	switch ext := strings.ToLower(filepath.Ext(path)); {
	case st.IsDir():
		tasks, err = folder(path)
	case ext == ".csv":
		tasks, err = manifest(path)
	case ext == ".set":
		tasks, err = setFile(path)
	case ext == ".yml" || ext == ".yaml":
		var t *Task
		if t, err = definition(path, filepath.Base(path), setName(filepath.Dir(path))); t != nil {
			tasks = append(tasks, *t)
		}
	case ext == ".c" || ext == ".i":
		tasks = []Task{{Path: path, Name: filepath.Base(path), Set: setName(filepath.Dir(path))}}
	default:
		err = fmt.Errorf("%s: tasks are read from a manifest (.csv), a set (.set), a task definition (.yml), a program (.c, .i) or a folder", path)
	}
	if err == nil && len(tasks) == 0 {
		err = fmt.Errorf("%s: no task was found", path)
	}
	number(tasks)
	return tasks, err
}

// number makes the names of tasks unique: a program may occur in several sets, or several times in one set with other
// flags.
func number(tasks []Task) {
	times := map[string]int{}
	taken := map[string]bool{}
	for _, t := range tasks {
		taken[t.Name] = true
	}
	for i := range tasks {
		t := &tasks[i]
		base := t.Name
		for times[base]++; times[base] > 1; times[base]++ {
			if name := fmt.Sprintf("%s #%d", base, times[base]); !taken[name] {
				t.Name, taken[name] = name, true
				break
			}
		}
	}
}

// setName returns the name of the set of tasks in a folder.
func setName(dir string) string {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return filepath.Base(dir)
	}
	return filepath.Base(abs)
}

// manifest reads a table with a header line. The columns path and expected are required; set, flags and timeout
// (seconds) are optional. Paths are relative to the file; several paths separated by blanks are a program of several
// files.
func manifest(path string) ([]Task, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	r := csv.NewReader(file)
	r.FieldsPerRecord = -1
	header, err := r.Read()
	if err != nil {
		return nil, fmt.Errorf("%s: no header line: %w", path, err)
	}
	column := map[string]int{}
	for i, name := range header {
		column[strings.TrimSpace(strings.ToLower(name))] = i
	}
	for _, need := range []string{"path", "expected"} {
		if _, ok := column[need]; !ok {
			return nil, fmt.Errorf("%s:1: there is no column %q; a manifest has path and expected, and may have set, flags and timeout", path, need)
		}
	}
	var tasks []Task
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return tasks, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		line, _ := r.FieldPos(0)
		get := func(name string) string {
			if i, ok := column[name]; ok && i < len(row) {
				return strings.TrimSpace(row[i])
			}
			return ""
		}
		name := get("path")
		if name == "" {
			return nil, fmt.Errorf("%s:%d: the path is empty", path, line)
		}
		files := filesOf(filepath.Dir(path), name)
		t := Task{Path: files[0], More: files[1:], Name: name, Set: get("set"), Expected: get("expected"), Flags: strings.Fields(get("flags"))}
		if t.Set == "" {
			t.Set = setName(filepath.Dir(t.Path))
		}
		if s := get("timeout"); s != "" {
			n, err := strconv.ParseFloat(s, 64)
			if err != nil || n < 0 || n > 1e9 {
				return nil, fmt.Errorf("%s:%d: the timeout %q is no number of seconds", path, line, s)
			}
			t.Timeout = time.Duration(n * float64(time.Second))
		}
		if t.Expected != "safe" && t.Expected != "unsafe" {
			t.Expected = ""
		}
		tasks = append(tasks, t)
	}
}

// filesOf returns the files that a path of a manifest stands for.
func filesOf(dir, path string) []string {
	from := func(p string) string {
		if p = filepath.FromSlash(p); filepath.IsAbs(p) {
			return p
		}
		return filepath.Join(dir, p)
	}
	if _, err := os.Stat(from(path)); err == nil { // there may be blanks in its name
		return []string{from(path)}
	}
	var files []string
	for _, p := range strings.Fields(path) {
		files = append(files, from(p))
	}
	return files
}

// setFile reads patterns of task definitions or programs, one on each line, relative to the file. Lines that begin
// with # are comments.
func setFile(path string) ([]Task, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	set := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	var tasks []Task
	seen := map[string]bool{}
	lines := bufio.NewScanner(file)
	for n := 1; lines.Scan(); n++ {
		pattern := strings.TrimSpace(lines.Text())
		if pattern == "" || strings.HasPrefix(pattern, "#") {
			continue
		}
		found, err := filepath.Glob(filepath.Join(filepath.Dir(path), filepath.FromSlash(pattern)))
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %q is no pattern: %w", path, n, pattern, err)
		}
		for _, f := range found {
			if seen[f] {
				continue
			}
			seen[f] = true
			t, err := entry(f, relative(filepath.Dir(path), f), set)
			if err != nil {
				return nil, err
			}
			if t != nil {
				tasks = append(tasks, *t)
			}
		}
	}
	return tasks, lines.Err()
}

// relative returns path relative to dir, with slashes.
func relative(dir, path string) string {
	if r, err := filepath.Rel(dir, path); err == nil {
		path = r
	}
	return filepath.ToSlash(path)
}

// entry returns a task definition or a program as a task. It returns nil for other files, and for definitions of
// other properties than whet checks.
func entry(path, name, set string) (*Task, error) {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".yml", ".yaml":
		return definition(path, name, set)
	case ".c", ".i":
		return &Task{Path: path, Name: name, Set: set}, nil
	}
	return nil, nil
}

// definition reads a task definition. It returns nil if whet checks none of its properties.
func definition(path, name, set string) (*Task, error) {
	d, err := task.Read(path)
	if err != nil {
		return nil, err
	}
	asks, _ := d.Asks()
	if len(asks) == 0 {
		return nil, nil
	}
	t := &Task{Path: path, Name: name, Set: set}
	if e := d.Expected(asks); e != nil {
		t.Expected = "unsafe"
		if *e {
			t.Expected = "safe"
		}
	}
	return t, nil
}

// folder returns the tasks in a folder.
func folder(dir string) ([]Task, error) {
	var definitions, programs []Task
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if strings.HasPrefix(d.Name(), ".") && path != dir {
				return filepath.SkipDir
			}
			return nil
		}
		t, err := entry(path, relative(dir, path), setName(filepath.Dir(path)))
		var bad *lang.Errors
		switch {
		case errors.As(err, &bad):
			return nil // a YAML file of another kind
		case err != nil:
			return err
		case t == nil:
		case strings.HasPrefix(strings.ToLower(filepath.Ext(path)), ".y"):
			definitions = append(definitions, *t)
		default:
			programs = append(programs, *t)
		}
		return nil
	})
	tasks := definitions
	if len(tasks) == 0 {
		tasks = programs
	}
	slices.SortStableFunc(tasks, func(a, b Task) int { return strings.Compare(a.Name, b.Name) })
	return tasks, err
}
