package sarif

// This file declares the objects of the standard, with the members that whet writes; it reads the same members again.
// Members that a log leaves out have the defaults of the standard.

type log struct {
	Schema  string `json:"$schema"`
	Version string `json:"version"`
	Runs    []*run `json:"runs"`
}

type run struct {
	Tool        tool          `json:"tool"`
	ColumnKind  string        `json:"columnKind"`
	Invocations []*invocation `json:"invocations"`
	Results     []*result     `json:"results"`
}

type tool struct {
	Driver driver `json:"driver"`
}

type driver struct {
	Name           string        `json:"name"`
	Version        string        `json:"version,omitempty"`
	InformationURI string        `json:"informationUri"`
	Rules          []*descriptor `json:"rules"`
}

type descriptor struct {
	ID                   string         `json:"id"`
	Name                 string         `json:"name"`
	ShortDescription     message        `json:"shortDescription"`
	FullDescription      message        `json:"fullDescription"`
	Help                 message        `json:"help"`
	HelpURI              string         `json:"helpUri"`
	DefaultConfiguration configuration  `json:"defaultConfiguration"`
	Properties           ruleProperties `json:"properties"`
}

type configuration struct {
	Level string `json:"level"`
}

type ruleProperties struct {
	Tags      []string `json:"tags"`
	Precision string   `json:"precision"`
	Severity  string   `json:"problem.severity"`
}

type message struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type invocation struct {
	ExecutionSuccessful bool                 `json:"executionSuccessful"`
	Notifications       []*notification      `json:"toolExecutionNotifications,omitempty"`
	Properties          invocationProperties `json:"properties,omitzero"`
}

type invocationProperties struct {
	Undecided *int `json:"undecided,omitempty"` // see Log.Undecided
}

type notification struct {
	Level     string      `json:"level"`
	Message   message     `json:"message"`
	Locations []*location `json:"locations,omitempty"`
}

type result struct {
	RuleID        string            `json:"ruleId"`
	RuleIndex     int               `json:"ruleIndex"`
	Kind          string            `json:"kind"`
	Level         string            `json:"level"`
	BaselineState string            `json:"baselineState,omitempty"`
	Message       message           `json:"message"`
	Locations     []*location       `json:"locations"`
	CodeFlows     []codeFlow        `json:"codeFlows,omitempty"`
	Stacks        []stack           `json:"stacks,omitempty"`
	Fingerprints  map[string]string `json:"partialFingerprints,omitempty"`
	Suppressions  []suppression     `json:"suppressions,omitempty"`
}

type suppression struct {
	Kind          string `json:"kind"`
	Justification string `json:"justification"`
}

type location struct {
	Physical *physical `json:"physicalLocation,omitempty"`
	Logical  []logical `json:"logicalLocations,omitempty"`
	Message  *message  `json:"message,omitempty"`
}

type physical struct {
	Artifact artifact `json:"artifactLocation"`
	Region   *region  `json:"region,omitempty"`
}

type artifact struct {
	URI string `json:"uri"`
}

type region struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn,omitempty"`
}

type logical struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
}

type codeFlow struct {
	Message     message      `json:"message"`
	ThreadFlows []threadFlow `json:"threadFlows"`
}

type threadFlow struct {
	Locations []*step `json:"locations"`
}

type step struct {
	Location       *location          `json:"location"`
	State          map[string]message `json:"state,omitempty"`
	Kinds          []string           `json:"kinds,omitempty"`
	Importance     string             `json:"importance,omitempty"`
	NestingLevel   int                `json:"nestingLevel"`
	ExecutionOrder int                `json:"executionOrder"`
}

type stack struct {
	Frames []frame `json:"frames"`
}

type frame struct {
	Location *location `json:"location"`
}
