package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"go.yaml.in/yaml/v3"
)

// TestKubernetes reads contrib/kubernetes: each document is an object of a known kind, what selectors
// name is there, each container has limits and may do nothing on its machine, and the worker is called
// in a way that this command understands.
func TestKubernetes(t *testing.T) {
	type container struct {
		Name, Image     string
		Command, Args   []string
		Resources       struct{ Limits map[string]string }
		SecurityContext struct {
			AllowPrivilegeEscalation *bool `yaml:"allowPrivilegeEscalation"`
			ReadOnly                 bool  `yaml:"readOnlyRootFilesystem"`
		} `yaml:"securityContext"`
		LivenessProbe map[string]any `yaml:"livenessProbe"`
	}
	type object struct {
		APIVersion string `yaml:"apiVersion"`
		Kind       string
		Metadata   struct {
			Name   string
			Labels map[string]string
		}
		Spec struct {
			Selector struct {
				MatchLabels map[string]string `yaml:"matchLabels"`
			}
			Template struct {
				Metadata struct{ Labels map[string]string }
				Spec     struct{ Containers []container }
			}
		}
	}
	kinds := map[string]string{"ConfigMap": "v1", "Service": "v1", "StatefulSet": "apps/v1", "Deployment": "apps/v1", "NetworkPolicy": "networking.k8s.io/v1"}
	files, err := filepath.Glob("../../../contrib/kubernetes/*.yaml")
	if err != nil || len(files) != 2 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for d := yaml.NewDecoder(bytes.NewReader(text)); ; {
			var o object
			if err := d.Decode(&o); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			if kinds[o.Kind] != o.APIVersion || o.APIVersion == "" || !strings.HasPrefix(o.Metadata.Name, "whet-") {
				t.Errorf("%s: %s %s %s", file, o.APIVersion, o.Kind, o.Metadata.Name)
			}
			for k, v := range o.Spec.Selector.MatchLabels {
				if o.Spec.Template.Metadata.Labels[k] != v {
					t.Errorf("%s: %s: the pods do not have the label %s of the selector", file, o.Metadata.Name, k)
				}
			}
			for _, c := range o.Spec.Template.Spec.Containers {
				s := c.SecurityContext
				if c.Image == "" || c.Resources.Limits["memory"] == "" || !s.ReadOnly || s.AllowPrivilegeEscalation == nil || *s.AllowPrivilegeEscalation || c.LivenessProbe == nil {
					t.Errorf("%s: container %s: %+v", file, c.Name, c)
				}
				if len(c.Command) > 0 && c.Command[0] == "/whet-fleet" {
					if _, err := kong.Must(&cli{}).Parse(append(c.Command[1:], c.Args...)); err != nil {
						t.Errorf("%s: %v", file, err)
					}
				}
			}
		}
	}
}
