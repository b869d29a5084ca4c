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

// tolerant is a stream on which a frame that is no message is answered with an error, as JSON-RPC
// asks; without it the connection would end there. Where a frame itself is broken nobody knows
// where the next one begins, and the connection does end.
type tolerant struct{ jsonrpc2.Stream }

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

// codec is encoding/json, in which the rest of whet is written.
type codec struct{}

func (codec) Marshal(v any) ([]byte, error)      { return json.Marshal(v) }
func (codec) Unmarshal(data []byte, v any) error { return json.Unmarshal(data, v) }

// queue is a connection that is written to by a goroutine of its own, so that who answers messages
// goes on reading while the editor, which may be writing itself, does not read.
type queue struct {
	io.ReadWriteCloser

	mu    sync.Mutex
	wait  []byte // to be written
	busy  bool   // somebody writes
	idle  *sync.Cond
	broke error
}

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

// flush waits until all is written, but no longer than an editor may take.
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

func connect(rw io.ReadWriteCloser) (jsonrpc2.Conn, *queue) {
	q := &queue{ReadWriteCloser: rw}
	q.idle = sync.NewCond(&q.mu)
	return jsonrpc2.NewConn(tolerant{jsonrpc2.NewStream(q)}, jsonrpc2.WithCodec(codec{})), q
}
