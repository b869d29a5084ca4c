package bounds

import _ "github.com/whet-mc/whet/internal/steady"
