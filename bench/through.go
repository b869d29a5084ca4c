// Running tasks in another process, over a socket. Orders and answers are JSON. In JSON a byte that is not UTF-8
// becomes the replacement character. The command refuses names with such bytes, and the output of processes is only
// for people. Package gob would keep these bytes, but costs each start of the command 0.2 ms.

package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"
)

// order is what a Runner with Through sends: all its fields that are not functions.
type order struct {
	Command []string
	Timeout time.Duration
	Memory  uint64
	Jobs    int
	Dir     string
	Files   bool
	Tasks   []Task
	Reports []string // the report file of each task, if reports are wanted
}

// answer is what comes back: one for each task in the order of the tasks, a last one, and between them progress.
type answer struct {
	Result Result
	Status string // progress; if it is set the other fields are empty
	Over   bool   // the last answer
	Failed string // in the last answer: the error of the run, or ""
}

// through lets the process that serves at the socket run the tasks.
func (r *Runner) through(ctx context.Context, tasks []Task, each func(Result) error) error {
	conn, err := net.Dial("unix", r.Through)
	if err != nil {
		return err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	o := order{Command: r.Command, Timeout: r.Timeout, Memory: r.Memory, Jobs: r.Jobs, Dir: r.Dir, Files: r.Files, Tasks: tasks}
	if r.Report != nil {
		for _, t := range tasks {
			o.Reports = append(o.Reports, r.Report(t))
		}
	}
	if err := json.NewEncoder(conn).Encode(&o); err != nil {
		return lost(ctx, err)
	}
	in := json.NewDecoder(conn)
	for i := 0; ; {
		var a answer
		if err := in.Decode(&a); err != nil {
			return lost(ctx, err)
		}
		switch {
		case a.Status != "":
			if r.Status != nil {
				r.Status(a.Status)
			}
			continue
		case a.Over && a.Failed != "":
			return errors.New(a.Failed)
		case a.Over && i < len(tasks), !a.Over && i >= len(tasks):
			return fmt.Errorf("%d results came for %d tasks", i, len(tasks))
		case a.Over:
			return nil
		}
		a.Result.Task = tasks[i]
		i++
		if err := each(a.Result); err != nil {
			return err
		}
	}
}

// lost returns the error of a connection that ended.
func lost(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return fmt.Errorf("the process that runs the tasks is gone: %w", err)
}

// Serve does for one connection what Runner.Run does, by calling run. At the other end is a Runner with Through,
// which gets progress from run by the Status of its argument. The context of run ends when the connection does.
func Serve(ctx context.Context, conn net.Conn, run func(context.Context, Runner, []Task, func(Result) error) error) error {
	defer conn.Close()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var o order
	in := json.NewDecoder(conn)
	if err := in.Decode(&o); err != nil {
		return err
	}
	go func() {
		var none order
		in.Decode(&none) //nolint:errcheck // nothing more is sent, so this waits for the end of the connection
		cancel()
	}()
	r := Runner{Command: o.Command, Timeout: o.Timeout, Memory: o.Memory, Jobs: o.Jobs, Dir: o.Dir, Files: o.Files}
	if len(o.Reports) == len(o.Tasks) && len(o.Tasks) > 0 {
		of := map[string]string{}
		for i, t := range o.Tasks {
			of[t.Name] = o.Reports[i]
		}
		r.Report = func(t Task) string { return of[t.Name] }
	}
	out := json.NewEncoder(conn)
	var mu sync.Mutex
	send := func(a answer) error {
		mu.Lock()
		defer mu.Unlock()
		return out.Encode(&a)
	}
	r.Status = func(s string) { send(answer{Status: s}) } //nolint:errcheck // sending the next result will fail as well
	err := run(ctx, r, o.Tasks, func(res Result) error { return send(answer{Result: res}) })
	last := answer{Over: true}
	if err != nil {
		last.Failed = err.Error()
	}
	if e := send(last); err == nil {
		err = e
	}
	return err
}
