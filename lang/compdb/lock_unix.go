//go:build unix && !aix && !solaris

package compdb

import (
	"errors"
	"os"
	"syscall"
)

// The lock of a database, by flock.

// lock waits until no other process writes to the database. The system releases a lock when its process ends, in
// whatever way.
func lock(path string) (unlock func() error, err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	for {
		if err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != syscall.EINTR {
			break
		}
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f.Close, nil
}
