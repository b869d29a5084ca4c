//go:build !unix || aix || solaris

package compdb

import (
	"errors"
	"io/fs"
	"os"
	"time"
)

// lock waits until no other process keeps a command in the database: a file beside it says that one
// does. One that is left behind by a process that ended in between counts for ten seconds.
func lock(path string) (unlock func() error, err error) {
	name := path + ".lock"
	for {
		f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL, 0o666)
		if err == nil {
			return func() error { return errors.Join(f.Close(), os.Remove(name)) }, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
		if st, err := os.Stat(name); err == nil && time.Since(st.ModTime()) > 10*time.Second {
			os.Remove(name)
		}
		time.Sleep(5 * time.Millisecond)
	}
}
