# syntax=docker/dockerfile:1
# One image for web, worker and migrations. docs/deploy.md says how to build and run it, and how to pin the base by its digest.

FROM node:26.10.0-trixie-slim AS build
# The commands of the workspace ask for git.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates git && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY . .
# The lockfile decides every version.
RUN npx -y pnpm@12.21.0 install --frozen-lockfile && npx -y pnpm@12.21.0 build:release /release

FROM node:26.10.0-trixie-slim AS service
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates git openssh-client tini \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --uid 10001 --user-group --home-dir /data --shell /usr/sbin/nologin docsteward \
  && install -d -o 10001 -g 10001 -m 0700 /data
# Owned by root: the service can't change its own program.
COPY --from=build /release /app
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data HOME=/data NODE_COMPILE_CACHE=/tmp/node-compile-cache
USER 10001:10001
# The only places that are written to, so that the root file system can be read-only. /tmp can be in memory.
VOLUME ["/data", "/tmp"]
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "node", "apps/cli/bin/docsteward.cjs"]
CMD ["serve", "web"]
