package lang
import ("testing";"os")
func TestQ(t *testing.T){ u,err := Load(os.Getenv("Q"), Options{}); if err!=nil { t.Fatal(err)}; for _,f:=range u.Funcs { t.Log(f.Name, f.Type, f.Body!=nil, f.Model) } }
