import type { IncomingMessage, ServerResponse } from "node:http";
import { GitHubError } from "../github-error.ts";
import { ok, readJson, sendAnswer } from "../server/http.ts";
import type { Fault, State } from "../state.ts";
import { deliver } from "../webhook.ts";

export const ADMIN_PREFIX = "/_forge";

const KINDS: ReadonlySet<string> = new Set<Fault["kind"]>([
  "bad_credentials",
  "secondary_limit",
  "primary_limit",
  "too_many_requests",
  "forbidden",
  "not_found",
  "unprocessable",
  "server_error",
  "slow",
  "cut",
  "cut_after",
]);

/**
 * Arranges things in a forge that runs in another process: faults (`GET`, `POST`, `DELETE /_forge/faults`), how long tokens
 * live (`PUT /_forge/token-lifetime` with `milliseconds`), and events sent again (`POST /_forge/redeliver` with `guid`).
 */
export async function serveAdmin(state: State, message: IncomingMessage, response: ServerResponse): Promise<void> {
  // A page of another site can send forms here, but not JSON.
  if (message.method !== "GET" && message.headers["content-type"] !== "application/json") {
    throw new GitHubError(415, "Send application/json.");
  }
  const body = ((await readJson(message)) ?? {}) as Record<string, unknown>;
  const asked = `${message.method} ${message.url?.slice(ADMIN_PREFIX.length)}`;
  sendAnswer(response, ok(await act(state, asked, body)));
}

async function act(state: State, asked: string, body: Record<string, unknown>): Promise<unknown> {
  switch (asked) {
    case "GET /faults":
      return state.faults;
    case "POST /faults":
      state.faults.push(toFault(body));
      return state.faults;
    case "DELETE /faults":
      return state.faults.splice(0);
    case "PUT /token-lifetime":
      if (typeof body.milliseconds !== "number") throw new GitHubError(422, "Name milliseconds, a number.");
      state.tokenLifetimeMs = body.milliseconds;
      return body;
    case "POST /redeliver": {
      const delivery = state.deliveries.find(({ guid }) => guid === body.guid);
      const app = delivery && state.apps.get(delivery.appId);
      if (!app) throw new GitHubError(404, `There is no delivery ${body.guid}.`);
      await deliver(state, app, delivery);
      return delivery;
    }
    default:
      throw new GitHubError(404, `The forge cannot ${asked}.`);
  }
}

function toFault(body: Record<string, unknown>): Fault {
  const { kind, at } = body;
  if (typeof kind !== "string" || !KINDS.has(kind)) {
    throw new GitHubError(422, `Name a kind of fault: ${[...KINDS].join(", ")}.`);
  }
  if (typeof at !== "string") throw new GitHubError(422, "Name at what it happens: an operation, or *.");
  return body as Fault;
}
