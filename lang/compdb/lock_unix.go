//go:build unix && !aix && !solaris

package compdb

import (
	"errors"
	"os"
	"syscall"
)

// lock waits until no other process keeps a command in the database. The system ends a lock with the
// process that has it, however that ends.
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
