// Package lsp is a language server: it shows in editors what whet finds out about the open C file while it is edited.
// It speaks the Language Server Protocol, version 3.17.
//
//	err := lsp.Serve(ctx, stdio, lsp.Options{Verify: whet.Options{Timeout: 10 * time.Second}})
//
// Files:
//
//	server.go       the connection: dispatch of messages, cancellation, errors
//	transport.go    frames that are not messages are answered instead of ending the connection
//	protocol.go     the messages that whet uses, as in the specification
//	document.go     open documents, edits of them, and positions in UTF-16
//	settings.go     the settings of the editor's user
//	work.go         the work for a document: its text is read, then verified
//	build.go        the build that a document belongs to, and so its flags
//	progress.go     the status of a run in the editor
//	diagnostics.go  errors of the front end and verdicts, as diagnostics
//	hint.go         values of counterexamples after the lines
//	lens.go         "verify this function"
//	hover.go        invariants, and the status of the properties of a line
//
// The life of a text: an edit makes a new generation of its document and cancels all work for the previous one. The
// new text is read at once, and its errors are shown. When nothing has been typed for a moment it is verified, one
// document at a time, each within its budget. Results for an old generation are dropped, so what is shown always
// belongs to the newest text.
//
// The package go.lsp.dev/jsonrpc2 does the framing, the ids and the calls in both directions. Of the protocol's types,
// only those that whet needs are defined here: the generated ones of go.lsp.dev/protocol would make the command 2.4
// MB larger, and slow down every start of it.
package lsp
