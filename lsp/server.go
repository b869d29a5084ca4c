// The connection to the editor, and the dispatch of its messages. Messages are handled one after another, except
// commands and lenses, which take long and can be cancelled.

package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"
	"sync"

	"go.lsp.dev/jsonrpc2"

	"github.com/whet-mc/whet"
)

// Options configure a server. Settings of the editor take precedence.
type Options struct {
	// Verify are the options of each run. Timeout should be set: it is the budget of one document.
	Verify whet.Options
}

// ErrNoShutdown is the error of a connection that ended without a shutdown request.
var ErrNoShutdown = errors.New("the editor has ended the connection without a shutdown")

// Serve communicates with an editor until the editor sends exit, the connection ends, or the context does. It returns
// nil if the editor has requested a shutdown before. The caller closes the connection.
func Serve(ctx context.Context, rw io.ReadWriteCloser, o Options) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	conn, out := connect(rw)
	defer out.flush()
	s := &server{
		o: o, conn: conn, life: ctx, set: settings{Verify: "change", Delay: defaultDelay},
		docs: map[string]*document{}, running: map[jsonrpc2.ID]context.CancelFunc{}, tokens: map[string]context.CancelFunc{},
		slot: make(chan struct{}, 1), exit: make(chan struct{}),
	}
	s.conn.Go(ctx, s.handle)
	var err error
	select {
	case <-s.conn.Done():
		err = s.conn.Err()
	case <-s.exit:
	case <-ctx.Done():
		err = ctx.Err()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state == closing {
		return nil
	}
	if err == nil {
		err = ErrNoShutdown
	}
	return err
}

// defaultDelay is the time without an edit after which a text is verified, in milliseconds.
const defaultDelay = 700

// server is one connection to an editor.
type server struct {
	o    Options
	conn jsonrpc2.Conn
	life context.Context
	exit chan struct{} // closed by the message exit
	slot chan struct{} // capacity 1: held by the run that is verifying

	mu      sync.Mutex // guards the following fields, and the documents
	state   state
	can     struct{ progress, lenses, hints bool } // capabilities of the editor
	set     settings
	docs    map[string]*document               // the open documents, by URI
	running map[jsonrpc2.ID]context.CancelFunc // requests that can be cancelled
	tokens  map[string]context.CancelFunc      // cancels runs, by the token of their progress
	made    int                                // the number of tokens made
}

// state is the state of the connection.
type state int

const (
	fresh state = iota // before initialize
	serving
	closing // after shutdown
)

// CommandVerify is the command of the lenses. Its arguments are the URI of an open document and the name of a
// function in it.
const CommandVerify = "whet.verify"

// handle answers a message. Requests are answered in the order in which they arrive. Exceptions are commands, which
// take long, and lenses, which wait until the text has been read: later messages are handled concurrently with these.
func (s *server) handle(ctx context.Context, req *jsonrpc2.Request) (answer any, err error) {
	defer func() {
		if v := recover(); v != nil {
			answer, err = nil, jsonrpc2.Errorf(jsonrpc2.InternalError, "internal error: %v", v)
			s.log(fmt.Sprintf("internal error in %s: %v\n%s", req.Method(), v, debug.Stack()))
		}
		if err != nil && !req.IsCall() { // a notification has no answer, and an error would end the connection
			s.log(fmt.Sprintf("%s: %v", req.Method(), err))
			err = nil
		}
	}()
	switch st := s.current(); {
	case req.Method() == "exit":
		select {
		case <-s.exit:
		default:
			close(s.exit)
		}
		return nil, nil
	case st == fresh && req.Method() != "initialize":
		return nil, jsonrpc2.Errorf(jsonrpc2.ServerNotInitialized, "%s before initialize", req.Method())
	case st == closing:
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "%s after shutdown", req.Method())
	}
	if m := req.Method(); req.IsCall() && (m == "workspace/executeCommand" || m == "textDocument/codeLens") {
		id := owned(req.ID())
		var cancel context.CancelFunc
		ctx, cancel = context.WithCancel(ctx)
		defer cancel()
		s.mu.Lock()
		s.running[id] = cancel // before the next message is read, which may cancel it
		s.mu.Unlock()
		defer func() {
			s.mu.Lock()
			delete(s.running, id)
			s.mu.Unlock()
		}()
		jsonrpc2.Async(ctx)
	}
	return s.dispatch(ctx, req)
}

// dispatch calls the method's handler.
func (s *server) dispatch(ctx context.Context, req *jsonrpc2.Request) (any, error) {
	raw := json.RawMessage(req.Params())
	switch m := req.Method(); m {
	case "initialize":
		return with(raw, s.initialize)
	case "shutdown":
		return nil, s.shutdown()
	case "$/cancelRequest":
		return with(raw, s.cancelRequest)
	case "textDocument/didOpen":
		return with(raw, s.didOpen)
	case "textDocument/didChange":
		return with(raw, s.didChange)
	case "textDocument/didSave":
		return with(raw, s.didSave)
	case "textDocument/didClose":
		return with(raw, s.didClose)
	case "workspace/didChangeConfiguration":
		return with(raw, s.didChangeConfiguration)
	case "workspace/executeCommand":
		return with(raw, func(p executeCommandParams) (any, error) { return s.execute(ctx, p) })
	case "window/workDoneProgress/cancel":
		return with(raw, s.cancelProgress)
	case "textDocument/codeLens":
		return with(raw, func(p documentParams) (any, error) { return s.lenses(ctx, p) })
	case "textDocument/inlayHint":
		return with(raw, s.hints)
	case "textDocument/hover":
		return with(raw, s.hover)
	default:
		if req.IsCall() {
			return nil, jsonrpc2.Errorf(jsonrpc2.MethodNotFound, "there is no method %q", m)
		}
		return nil, nil // "initialized", and notifications that the protocol allows to ignore
	}
}

// with decodes parameters and calls f with them.
func with[P any](raw json.RawMessage, f func(P) (any, error)) (any, error) {
	var p P
	if err := json.Unmarshal(raw, &p); err != nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the parameters cannot be read: %v", err)
	}
	return f(p)
}

// owned returns an id that does not share memory with the buffer of its message.
func owned(id jsonrpc2.ID) jsonrpc2.ID {
	if s, ok := id.StringValue(); ok {
		return jsonrpc2.NewStringID(strings.Clone(s))
	}
	return id
}

func (s *server) current() state {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state
}

// initialize answers the first request: it reads the settings and the editor's capabilities, and returns the
// server's.
func (s *server) initialize(p initializeParams) (any, error) {
	s.mu.Lock()
	if s.state != fresh {
		s.mu.Unlock()
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "initialize comes once")
	}
	set, err := s.set.read(p.InitializationOptions)
	s.set, s.state = set, serving
	s.can.progress = p.Capabilities.Window.WorkDoneProgress
	s.can.lenses, s.can.hints = p.Capabilities.Workspace.CodeLens.RefreshSupport, p.Capabilities.Workspace.InlayHint.RefreshSupport
	s.mu.Unlock()
	if err != nil {
		s.show(err.Error())
	}
	return initializeResult{
		Capabilities: serverCapabilities{
			PositionEncoding: "utf-16", TextDocumentSync: syncKind{OpenClose: true, Change: incremental},
			HoverProvider: true, InlayHint: true, ExecuteCommand: commands{[]string{CommandVerify}},
		},
		ServerInfo: serverInfo{"whet", whet.Version()},
	}, nil
}

// shutdown ends the work for all documents.
func (s *server) shutdown() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state = closing
	for _, d := range s.docs {
		d.cancel()
	}
	return nil
}

// cancelRequest cancels a request that is still running.
func (s *server) cancelRequest(p cancelParams) (any, error) {
	var number int64
	var word string
	var id jsonrpc2.ID
	switch {
	case json.Unmarshal(p.ID, &number) == nil:
		id = jsonrpc2.NewNumberID(number)
	case json.Unmarshal(p.ID, &word) == nil:
		id = jsonrpc2.NewStringID(word)
	default:
		return nil, fmt.Errorf("an id is a number or a string, not %s", p.ID)
	}
	s.mu.Lock()
	cancel := s.running[id]
	s.mu.Unlock()
	if cancel != nil {
		cancel()
	}
	return nil, nil
}

// didChangeConfiguration reads new settings and begins anew with all documents.
func (s *server) didChangeConfiguration(p configurationParams) (any, error) {
	s.mu.Lock()
	set, err := s.set.read(p.Settings)
	s.set = set
	if err == nil {
		for _, d := range s.docs {
			s.renew(d, set.delay())
		}
	}
	s.mu.Unlock()
	if err != nil {
		s.show(err.Error())
	}
	return nil, nil
}

// notify sends a notification. An error, for example since the editor is gone, is ignored.
func (s *server) notify(method string, params any) { _ = s.conn.Notify(s.life, method, params) }

// show makes the editor show an error to its user.
func (s *server) show(message string) {
	s.notify("window/showMessage", messageParams{messageError, "whet: " + message})
}

// log sends a warning to the editor's log.
func (s *server) log(message string) {
	s.notify("window/logMessage", messageParams{messageWarning, "whet: " + message})
}
