# An image that holds the static binary and nothing else.
FROM golang:1.26 AS build
WORKDIR /whet
COPY go.mod go.sum ./
RUN go mod download
COPY . .
# The version that whet --version prints: docker build --build-arg VERSION=1.2.3
ARG VERSION=
RUN CGO_ENABLED=0 go build -trimpath -ldflags="-s -w -X github.com/whet-mc/whet.released=$VERSION" -o /out/whet ./cmd/whet

FROM scratch
COPY --from=build /out/whet /whet
USER 65532:65532
ENTRYPOINT ["/whet"]
CMD ["help"]
