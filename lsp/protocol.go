// The messages of the protocol that whet uses.

package lsp

import "encoding/json"

// The following types come from the specification, with the fields that are used:
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification

// position is a position in a text. Both numbers count from 0; Character counts UTF-16 code units.
type position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// span is the protocol's Range; its end is exclusive.
type span struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

type location struct {
	URI   string `json:"uri"`
	Range span   `json:"range"`
}

type documentID struct {
	URI string `json:"uri"`
}

type initializeParams struct {
	Capabilities struct {
		Workspace struct {
			CodeLens  refreshSupport `json:"codeLens"`
			InlayHint refreshSupport `json:"inlayHint"`
		} `json:"workspace"`
		Window struct {
			WorkDoneProgress bool `json:"workDoneProgress"`
		} `json:"window"`
	} `json:"capabilities"`
	InitializationOptions json.RawMessage `json:"initializationOptions"`
}

type refreshSupport struct {
	RefreshSupport bool `json:"refreshSupport"`
}

type initializeResult struct {
	Capabilities serverCapabilities `json:"capabilities"`
	ServerInfo   serverInfo         `json:"serverInfo"`
}

type serverInfo struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

type serverCapabilities struct {
	PositionEncoding string   `json:"positionEncoding"`
	TextDocumentSync syncKind `json:"textDocumentSync"`
	HoverProvider    bool     `json:"hoverProvider"`
	InlayHint        bool     `json:"inlayHintProvider"`
	CodeLens         struct{} `json:"codeLensProvider"`
	ExecuteCommand   commands `json:"executeCommandProvider"`
}

type syncKind struct {
	OpenClose bool     `json:"openClose"`
	Change    int      `json:"change"`
	Save      struct{} `json:"save"`
}

// incremental is the TextDocumentSyncKind of edits that send changes instead of whole texts.
const incremental = 2

type commands struct {
	Commands []string `json:"commands"`
}

type didOpenParams struct {
	TextDocument struct {
		URI        string `json:"uri"`
		LanguageID string `json:"languageId"`
		Version    int    `json:"version"`
		Text       string `json:"text"`
	} `json:"textDocument"`
}

type didChangeParams struct {
	TextDocument struct {
		URI     string `json:"uri"`
		Version int    `json:"version"`
	} `json:"textDocument"`
	ContentChanges []contentChange `json:"contentChanges"`
}

// contentChange replaces a range of the text, or the whole text if Range is nil.
type contentChange struct {
	Range *span  `json:"range"`
	Text  string `json:"text"`
}

// documentParams are the parameters of didSave, didClose and codeLens.
type documentParams struct {
	TextDocument documentID `json:"textDocument"`
}

type positionParams struct {
	TextDocument documentID `json:"textDocument"`
	Position     position   `json:"position"`
}

type rangeParams struct {
	TextDocument documentID `json:"textDocument"`
	Range        span       `json:"range"`
}

type configurationParams struct {
	Settings json.RawMessage `json:"settings"`
}

type executeCommandParams struct {
	Command   string            `json:"command"`
	Arguments []json.RawMessage `json:"arguments"`
}

type cancelParams struct {
	ID json.RawMessage `json:"id"`
}

type tokenParams struct {
	Token string `json:"token"`
}

// Values of DiagnosticSeverity.
const (
	isError = iota + 1
	isWarning
	isInformation
	isHint
)

type diagnostic struct {
	Range    span      `json:"range"`
	Severity int       `json:"severity"`
	Code     string    `json:"code,omitempty"`
	Source   string    `json:"source"`
	Message  string    `json:"message"`
	Related  []related `json:"relatedInformation,omitempty"`
}

type related struct {
	Location location `json:"location"`
	Message  string   `json:"message"`
}

type publishParams struct {
	URI         string       `json:"uri"`
	Version     int          `json:"version"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

type command struct {
	Title     string `json:"title"`
	Command   string `json:"command"`
	Arguments []any  `json:"arguments,omitempty"`
}

type codeLens struct {
	Range   span    `json:"range"`
	Command command `json:"command"`
}

type inlayHint struct {
	Position    position `json:"position"`
	Label       string   `json:"label"`
	Tooltip     string   `json:"tooltip,omitempty"`
	PaddingLeft bool     `json:"paddingLeft"`
}

type hover struct {
	Contents markup `json:"contents"`
}

type markup struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

// Values of MessageType.
const (
	messageError   = 1
	messageWarning = 2
)

type messageParams struct {
	Type    int    `json:"type"`
	Message string `json:"message"`
}

type progressParams struct {
	Token string        `json:"token"`
	Value progressValue `json:"value"`
}

type progressValue struct {
	Kind        string `json:"kind"` // "begin", "report" or "end"
	Title       string `json:"title,omitempty"`
	Cancellable bool   `json:"cancellable,omitempty"`
	Message     string `json:"message,omitempty"`
}
