package compdb

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"slices"
)

// Adding a command to a database.

// Keep adds a command to the database at path, and creates the database if needed: a JSON array with one entry per
// line. It replaces an earlier command for the same output of the same file in the same directory. Several processes
// may call Keep at the same time (make -j): they wait for each other.
func Keep(path string, e Entry) (err error) {
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	unlock, err := lock(path)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return errors.Join(err, unlock())
	}
	defer func() { err = errors.Join(err, f.Close(), unlock()) }()
	b, err := io.ReadAll(f)
	if err != nil {
		return err
	}
	if bytes.HasPrefix(b, []byte("[\n{")) && bytes.HasSuffix(b, []byte(ending)) && !bytes.Contains(b, start(e)) {
		_, err := f.WriteAt(slices.Concat([]byte(",\n"), line, []byte(ending)), int64(len(b)-len(ending)))
		return err
	}
	list, err := decode(b)
	if err != nil {
		return fail(path, "name another file", "this is no compilation database: %v", err)
	}
	list = latest(append(list, e))
	var all bytes.Buffer
	for i, e := range list {
		line, err := json.Marshal(e)
		if err != nil {
			return err
		}
		all.WriteString(map[bool]string{true: "[\n", false: ",\n"}[i == 0])
		all.Write(line)
	}
	all.WriteString(ending)
	if _, err := f.WriteAt(all.Bytes(), 0); err != nil {
		return err
	}
	return f.Truncate(int64(all.Len()))
}

// ending is the text after the last entry.
const ending = "\n]\n"

// start returns the text with which the line of each command for e's file begins.
func start(e Entry) []byte {
	b, _ := json.Marshal(Entry{Directory: e.Directory, File: e.File}) // two strings
	return append([]byte{'\n'}, b[:len(b)-1]...)
}
