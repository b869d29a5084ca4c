# An image that holds the two static binaries and nothing else. As a worker of a fleet:
# docker run --entrypoint /whet-fleet whet worker --nats=URL
FROM golang:1.26 AS build
WORKDIR /whet
COPY go.mod go.sum ./
COPY fleet/go.mod fleet/go.sum fleet/
RUN go mod download && cd fleet && go mod download
COPY . .
# The version that whet --version prints: docker build --build-arg VERSION=1.2.3
ARG VERSION=
ENV CGO_ENABLED=0 LDFLAGS="-s -w -X github.com/whet-mc/whet/internal/version.released=$VERSION"
RUN go build -trimpath -ldflags="$LDFLAGS" -o /out/ ./cmd/whet && cd fleet && go build -trimpath -ldflags="$LDFLAGS" -o /out/ ./cmd/whet-fleet
# Where programs are unpacked by a worker.
RUN mkdir -m 1777 /out/tmp

FROM scratch
COPY --from=build /out/ /
USER 65532:65532
ENTRYPOINT ["/whet"]
CMD ["help"]
