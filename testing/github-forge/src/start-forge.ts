import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ADMIN_PREFIX, serveAdmin } from "./admin/serve-admin.ts";
import { createForge, type Forge } from "./forge.ts";
import { parseGitRequest } from "./git/run-backend.ts";
import { serveGit } from "./git/serve-git.ts";
import { GitHubError } from "./github-error.ts";
import { servePage } from "./page/serve-page.ts";
import { sendAnswer, toErrorAnswer } from "./server/http.ts";
import { API_PREFIX, serveApi } from "./server/serve-api.ts";
import type { State } from "./state.ts";

export type ForgeOptions = {
  /** By default a free one. */
  port?: number;
  /** Lifetime of installation tokens; by default an hour, as on GitHub. */
  tokenLifetimeMs?: number;
  now?: () => Date;
};

const HOUR_MS = 3_600_000;

/**
 * Starts a forge on this machine that answers as GitHub Enterprise Server does: git over http at `/{owner}/{repo}.git`,
 * the REST API at `/api/v3`, pages for people beside them.
 */
export async function startForge({ port = 0, tokenLifetimeMs = HOUR_MS, now }: ForgeOptions = {}): Promise<Forge> {
  const folder = await mkdtemp(join(tmpdir(), "github-forge-"));
  const state = createState({ folder, tokenLifetimeMs, now: now ?? (() => new Date()) });
  const server = createServer((message, response) => {
    serve(state, message, response).catch((error: unknown) => fail(response, error));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const close = async () => {
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
    await Promise.all(state.pendingDeliveries);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return createForge(state, close);
}

function createState({ folder, tokenLifetimeMs, now }: Pick<State, "folder" | "tokenLifetimeMs" | "now">): State {
  let lastId = 1000;
  return {
    url: "",
    folder,
    now,
    nextId: () => {
      lastId += 1;
      return lastId;
    },
    tokenLifetimeMs,
    announcedLifetimeMs: null,
    accounts: new Map(),
    apps: new Map(),
    conversions: new Map(),
    installations: new Map(),
    repositories: new Map(),
    tokens: new Map(),
    faults: [],
    exchanges: [],
    deliveries: [],
    pendingDeliveries: new Set(),
  };
}

async function serve(state: State, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const request = parseGitRequest(message);
  if (request) return serveGit({ state, request, message, response });
  if (message.url?.startsWith(`${API_PREFIX}/`)) return serveApi(state, message, response);
  if (message.url?.startsWith(`${ADMIN_PREFIX}/`)) return serveAdmin(state, message, response);
  return servePage(state, message, response);
}

function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy();
  const known = error instanceof GitHubError ? error : new GitHubError(500, `The forge failed: ${String(error)}`);
  sendAnswer(response, toErrorAnswer(known));
}
