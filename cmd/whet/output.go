package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// output is a file that appears under its name only when it is complete. A nil output
// is one that nobody asked for.
type output struct {
	io.Writer
	file *os.File
	path string
}

func newOutput(path string) (*output, error) {
	if path == "" {
		return nil, nil
	}
	if st, err := os.Stat(path); err == nil && st.IsDir() {
		return nil, fmt.Errorf("%s is a directory", path)
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".whet-*")
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return nil, fmt.Errorf("%s: %w", filepath.Dir(path), pe.Err)
	}
	if err != nil {
		return nil, err
	}
	return &output{Writer: f, file: f, path: path}, nil
}

func (o *output) keep() error {
	if err := o.file.Chmod(0o644); err != nil {
		return err
	}
	if err := o.file.Close(); err != nil {
		return err
	}
	err := os.Rename(o.file.Name(), o.path)
	if err == nil {
		o.file = nil
	}
	return err
}

func (o *output) discard() {
	if o != nil && o.file != nil {
		o.file.Close()
		os.Remove(o.file.Name())
	}
}
