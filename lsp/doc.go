// Package lsp is a language server: it tells editors what whet finds out about the C file that is
// open, while it is edited. It speaks the Language Server Protocol, version 3.17.
//
//	err := lsp.Serve(ctx, stdio, lsp.Options{Verify: whet.Options{Timeout: 10 * time.Second}})
//
// What is where:
//
//	server.go       the connection: which message does what, cancellation, errors
//	transport.go    frames that are no messages are answered instead of ending the connection
//	protocol.go     the messages that whet speaks, as the specification has them
//	document.go     open documents, edits of them, and positions in UTF-16
//	settings.go     what the editor's user has set
//	work.go         what is done for a document: its text is read, then verified
//	build.go        which build, and so which flags, a document belongs to
//	progress.go     the status of a run in the editor
//	diagnostics.go  errors of the front end and verdicts, as diagnostics
//	hint.go         values of counterexamples after the lines
//	lens.go         "verify this function"
//	hover.go        invariants, and what is known of the properties of a line
//
// The life of a text: an edit makes a new generation of its document, and cancels all that was
// begun for the one before. The new text is read at once, its errors are shown; when nobody has
// typed for a moment it is verified, one document at a time, each within its budget. What comes
// back for an old generation is thrown away, so what is shown is always about the newest text.
//
// The framing, the ids and the calls in both directions are those of go.lsp.dev/jsonrpc2. Of the
// protocol's types only those are here that whet needs: the generated ones of go.lsp.dev/protocol
// would make the command 2.4 MB larger, and work at every start of it.
package lsp
