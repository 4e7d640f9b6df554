import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { newId } from "@docsteward/platform/id";
import { problemResponse } from "../http/problem.ts";
import { REMOTE_ADDRESS_HEADER } from "../http/remote-address.ts";
import { log } from "../log.ts";
import { clientAddress } from "./client-address.ts";
import { dashboardHeaders, transportHeaders } from "./dashboard-headers.ts";
import { isApiPath } from "./is-api-path.ts";
import { NONCE_HEADER } from "./nonce-header.ts";
import { PATH_HEADER } from "./path-header.ts";
import { type DashboardRules, refuseDashboard } from "./refuse-dashboard.ts";
import { refuseHeaders } from "./refuse-headers.ts";
import { refuseRequest } from "./refuse-request.ts";
import { toLoggedPath } from "./to-logged-path.ts";

export type GuardRules = DashboardRules & {
  isDev: boolean;
  /** Where the browser may take the manifest of a GitHub App to. */
  gitHubUrl: string;
  /** TRUSTED_PROXIES: whether to believe what a hop says about the one before it. */
  isTrustedProxy(address: string): boolean;
};

/** What Next's own browser code says to its pages; at an address of the API Next would answer it with a redirect. */
const FOR_PAGES = [
  "rsc",
  "next-action",
  "next-router-state-tree",
  "next-router-prefetch",
  "next-router-segment-prefetch",
];

/**
 * What happens to every request before Next sees it: it gets its id and the caller's address, is logged when answered, and is
 * refused here when it is one that Next cannot take or the dashboard does not serve.
 *
 * @returns whether Next is to answer it
 */
export function guardRequest(request: IncomingMessage, response: ServerResponse, rules: GuardRules): boolean {
  const requestId = newId("req");
  const startMs = performance.now();
  const pathname = (request.url ?? "/").split("?", 1)[0] ?? "/";
  const remoteAddress = request.socket.remoteAddress;
  request.headers["x-request-id"] = requestId;
  const isApi = isApiPath(pathname);
  for (const [name, value] of Object.entries(transportHeaders(rules))) response.setHeader(name, value);
  response.once("close", () => {
    log()[isApi ? "info" : "debug"](
      {
        requestId,
        method: request.method,
        path: toLoggedPath(pathname),
        status: response.statusCode,
        durationMs: Math.round(performance.now() - startMs),
      },
      "request answered",
    );
  });
  const fault = refuseHeaders(request) ?? refuseRequest(request.method ?? "GET", request.url ?? "/");
  if (fault !== null) {
    void writeResponse(problemResponse(fault, requestId, { Connection: "close" }), response);
    return false;
  }
  const forwardedFor = String(request.headers["x-forwarded-for"] ?? "");
  request.headers[REMOTE_ADDRESS_HEADER] = clientAddress(remoteAddress, forwardedFor, rules.isTrustedProxy);
  if (isApi) {
    for (const name of FOR_PAGES) delete request.headers[name];
    // Next would send a caller of `…/job/` to `…/job`, in an answer that is not the API's.
    request.url = request.url?.replace(/\/(?=\?|$)/, "");
    return true;
  }
  request.headers[PATH_HEADER] = pathOf(request.url ?? "/");
  response.setHeader("X-Request-Id", requestId);
  const nonce = randomBytes(16).toString("base64");
  const headers = dashboardHeaders({ nonce, isDev: rules.isDev, gitHubUrl: rules.gitHubUrl });
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  request.headers[NONCE_HEADER] = nonce;
  // From here Next learns the nonce for the scripts that it writes itself.
  request.headers["content-security-policy"] = headers["Content-Security-Policy"];
  const refusal = refuseDashboard({ method: request.method ?? "GET", headers: request.headers }, rules);
  if (refusal === null) return true;
  // The body is not read: the connection ends with the answer.
  response.writeHead(refusal.status, { "Content-Type": "text/plain; charset=utf-8", Connection: "close" });
  response.end(`${refusal.sentence}\n`);
  return false;
}

/** Next's own browser code adds `_rsc` when it asks for a page. */
function pathOf(url: string): string {
  const [path = "/", query = ""] = url.split("?", 2);
  const kept = query.split("&").filter((part) => part !== "" && !part.startsWith("_rsc="));
  return kept.length === 0 ? path : `${path}?${kept.join("&")}`;
}

/** Gives an answer that was made for Next's side of the house. */
async function writeResponse(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(await answer.text());
}
