package lang

// Options say how source is to be read.
type Options struct {
	Model   DataModel
	Entry   string   // the function that a run starts in; "" is main
	Include []string // directories searched for headers, before the embedded ones
	Defines []string // NAME or NAME=VALUE
}
