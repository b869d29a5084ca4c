package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// This file writes output files. An output is kept in memory until it is complete. Then it replaces the file of its
// name at once, so that nobody sees a part of it, and a run that ends early leaves nothing behind.
//
//   - A link is followed: the file that it leads to is replaced.
//   - A file that is not regular (a device, a pipe, /dev/fd/63 of a shell's >(…)) is written to.
//   - "-", and any other name of the standard output, is the standard output.
//   - Files that the run reads, and other outputs, are never overwritten.

// output is a file that is being written. A nil output means that no file was requested.
type output struct {
	bytes.Buffer
	name string // the name as the user wrote it
	path string // the file after all links
	how  manner
	to   io.Writer // toWriter
}

type manner int

const (
	replacing manner = iota // by a new file that is renamed
	inPlace                 // the folder takes no new files
	toSpecial               // a device, a pipe
	toWriter                // the standard output
)

// newOutput prepares an output and checks that it can be written; with the name "" it returns nil. The output must
// not be one of the files in reads, nor one of the other outputs.
func newOutput(e env, name string, reads []string, others ...*output) (*output, error) {
	if name == "" {
		return nil, nil
	}
	o := &output{name: name}
	if err := o.find(e); err != nil {
		return nil, err
	}
	for _, r := range reads {
		if o.how != toWriter && o.is(r) {
			return nil, fmt.Errorf("%s is read by this run, and would be overwritten", name)
		}
	}
	for _, p := range others {
		if p != nil && o.same(p) {
			return nil, fmt.Errorf("%s is another output of this run", name)
		}
	}
	return o, nil
}

// find resolves the name, and decides how the output is written.
func (o *output) find(e env) error {
	if o.name == "-" {
		o.how, o.to = toWriter, e.stdout
		return nil
	}
	st, err := os.Stat(o.name)
	switch {
	case err == nil && st.IsDir():
		return fmt.Errorf("%s is a directory", o.name)
	case err == nil && isStandard(os.Stdout, st):
		o.how, o.to = toWriter, e.stdout
		return nil
	case err == nil && (!st.Mode().IsRegular() || isDescriptor(o.name)):
		o.how, o.path = toSpecial, o.name
		return nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if o.path, err = target(o.name); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(o.path), ".whet-*")
	if err == nil {
		tmp.Close()
		return os.Remove(tmp.Name())
	}
	if f, e := os.OpenFile(o.path, os.O_WRONLY, 0); e == nil {
		o.how = inPlace
		return f.Close()
	}
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return fmt.Errorf("%s: %w", filepath.Dir(o.path), pe.Err)
	}
	return err
}

// isStandard reports whether st describes the standard stream. A terminal or a device such as /dev/null does not
// count, since it has many names and can be written to by each.
func isStandard(stream *os.File, st fs.FileInfo) bool {
	s, err := stream.Stat()
	return err == nil && os.SameFile(s, st) && (st.Mode().IsRegular() || st.Mode()&fs.ModeNamedPipe != 0)
}

// isDescriptor reports whether the name refers to an open file of the process.
func isDescriptor(name string) bool {
	return strings.HasPrefix(name, "/dev/fd/") || strings.HasPrefix(name, "/proc/self/fd/")
}

// maxLinks bounds the links that are followed.
const maxLinks = 40

// target returns the path after all links; the file need not exist.
func target(path string) (string, error) {
	for range maxLinks {
		to, err := os.Readlink(path)
		if err != nil { // not a link
			return path, nil
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(path), to)
		}
		path = to
	}
	return "", fmt.Errorf("%s: too many links", path)
}

// is reports whether the output is the file called name.
func (o *output) is(name string) bool {
	if a, err := os.Stat(name); err == nil {
		b, err := os.Stat(o.path)
		return err == nil && os.SameFile(a, b) && a.Mode().IsRegular()
	}
	return false
}

// same reports whether two outputs are the same file.
func (o *output) same(p *output) bool {
	if o.how == toWriter || p.how == toWriter {
		return o.how == p.how
	}
	if o.is(p.path) {
		return true
	}
	a, errA := filepath.EvalSymlinks(filepath.Dir(o.path))
	b, errB := filepath.EvalSymlinks(filepath.Dir(p.path))
	return o.how != toSpecial && errA == nil && errB == nil && samePath(a, b) && filepath.Base(o.path) == filepath.Base(p.path)
}

// samePath reports whether two folders, without links in their paths, are the same.
func samePath(a, b string) bool {
	a, errA := filepath.Abs(a)
	b, errB := filepath.Abs(b)
	return errA == nil && errB == nil && a == b
}

// standard reports whether the output is the standard output.
func (o *output) standard() bool { return o != nil && o.how == toWriter }

// keep writes the content to its destination.
func (o *output) keep() error {
	switch o.how {
	case toWriter:
		_, err := o.to.Write(o.Bytes())
		return err
	case toSpecial:
		return o.into(os.O_WRONLY)
	case inPlace:
		return o.into(os.O_WRONLY | os.O_TRUNC)
	}
	f, err := os.CreateTemp(filepath.Dir(o.path), ".whet-*")
	if err != nil {
		return err
	}
	mode := fs.FileMode(0o644)
	if st, err := os.Stat(o.path); err == nil {
		mode = st.Mode().Perm()
	}
	_, err = f.Write(o.Bytes())
	err = errors.Join(err, f.Chmod(mode), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), o.path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// into writes to the existing file.
func (o *output) into(flags int) error {
	f, err := os.OpenFile(o.path, flags, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(o.Bytes())
	return errors.Join(err, f.Close())
}
