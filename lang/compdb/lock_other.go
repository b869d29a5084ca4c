//go:build !unix || aix || solaris

package compdb

import (
	"errors"
	"io/fs"
	"os"
	"time"
)

// The lock of a database, by a second file, for systems without flock.

// lock waits until no other process writes to the database. A file next to the database shows that one does. If a
// process ends without removing the file, it is ignored after ten seconds.
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
