// This file is the command alive, and keeps the file that it looks at.

package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/nats-io/nats.go"
)

// maxSilent is the time after which a worker counts as dead if its server has not answered it.
const maxSilent = 2 * time.Minute

// stayAlive touches a file whenever the server answers.
func stayAlive(ctx context.Context, nc *nats.Conn, path string) {
	tick := time.NewTicker(10 * time.Second)
	defer tick.Stop()
	for {
		if _, err := nc.RTT(); err == nil {
			if err := os.WriteFile(path, nil, 0o644); err != nil {
				complain(fmt.Sprintf("--alive: %v", err))
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

type aliveCmd struct {
	File string `arg:"" type:"path" help:"The file of the worker's --alive."`
}

func (c *aliveCmd) run() error {
	st, err := os.Stat(c.File)
	if err != nil {
		return err
	}
	if d := time.Since(st.ModTime()); d > maxSilent {
		return fmt.Errorf("the worker's server has not answered for %v", d.Round(time.Second))
	}
	return nil
}
