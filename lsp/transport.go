// The transport: JSON-RPC messages on a stream.

package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"time"

	"go.lsp.dev/jsonrpc2"
)

// tolerant is a stream that answers a frame that is not a message with an error, as JSON-RPC requires, instead of
// ending the connection. If the frame itself is broken, the beginning of the next one is unknown, and the connection
// ends.
type tolerant struct{ jsonrpc2.Stream }

// Read implements jsonrpc2.Stream.
func (t tolerant) Read(ctx context.Context) (jsonrpc2.Message, int64, error) {
	for {
		m, n, err := t.Stream.Read(ctx)
		var wire *jsonrpc2.Error
		switch {
		case err == nil:
			return m, n, nil
		case !errors.As(err, &wire):
			return m, n, err
		}
		if _, err := t.Stream.Write(ctx, jsonrpc2.NewResponse(jsonrpc2.ID{}, nil, wire)); err != nil {
			return nil, 0, err
		}
	}
}

// codec is encoding/json, which the rest of whet uses.
type codec struct{}

func (codec) Marshal(v any) ([]byte, error)      { return json.Marshal(v) }
func (codec) Unmarshal(data []byte, v any) error { return json.Unmarshal(data, v) }

// queue is a connection whose writes are done by a goroutine of its own. So the server goes on reading messages while
// the editor, which may be writing itself, does not read.
type queue struct {
	io.ReadWriteCloser

	mu    sync.Mutex
	wait  []byte     // bytes to be written
	busy  bool       // drain is running
	idle  *sync.Cond // signals that busy has become false
	broke error      // the error of a write, after which nothing is written
}

// Write queues b and returns at once. It returns the error of an earlier write.
func (q *queue) Write(b []byte) (int, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.broke != nil {
		return 0, q.broke
	}
	q.wait = append(q.wait, b...)
	if !q.busy {
		q.busy = true
		go q.drain()
	}
	return len(b), nil
}

// drain writes what is waiting.
func (q *queue) drain() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.wait) > 0 && q.broke == nil {
		b := q.wait
		q.wait = nil
		q.mu.Unlock()
		_, err := q.ReadWriteCloser.Write(b)
		q.mu.Lock()
		q.broke = err
	}
	q.busy = false
	q.idle.Broadcast()
}

// flush waits until everything is written, but at most one second.
func (q *queue) flush() {
	written := make(chan struct{})
	go func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		for q.busy {
			q.idle.Wait()
		}
		close(written)
	}()
	select {
	case <-written:
	case <-time.After(time.Second):
	}
}

// connect returns a JSON-RPC connection on rw, and its queue.
func connect(rw io.ReadWriteCloser) (jsonrpc2.Conn, *queue) {
	q := &queue{ReadWriteCloser: rw}
	q.idle = sync.NewCond(&q.mu)
	return jsonrpc2.NewConn(tolerant{jsonrpc2.NewStream(q)}, jsonrpc2.WithCodec(codec{})), q
}
