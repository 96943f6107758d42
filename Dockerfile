# Builds the program, then puts it alone into a small image. Nothing of the sources is in the second one.
FROM rust:1-bookworm AS build
# The versions are those of the Debian release that the base image names.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libssl-dev pkg-config \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY . .
RUN cargo build --release --locked --features postgres-tls

FROM debian:bookworm-slim
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates libssl3 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --home-dir /var/lib/teamchess --create-home teamchess
COPY --from=build /build/target/release/teamchess /usr/local/bin/teamchess
USER 10001
WORKDIR /var/lib/teamchess
VOLUME /var/lib/teamchess
ENV TEAMCHESS_LISTEN=0.0.0.0:8080 \
    TEAMCHESS_METRICS_LISTEN=0.0.0.0:9090 \
    TEAMCHESS_DRAIN_SECONDS=5
EXPOSE 8080 9090
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["teamchess", "healthcheck"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["teamchess"]
CMD ["serve"]
