import type { IncomingMessage, ServerResponse } from "node:http";
import { newId } from "@docsteward/platform/id";
import { REMOTE_ADDRESS_HEADER } from "../http/remote-address.ts";
import { log } from "../log.ts";
import { clientAddress } from "./client-address.ts";
import { dashboardHeaders } from "./dashboard-headers.ts";
import { isApiPath } from "./is-api-path.ts";
import { type DashboardRules, refuseDashboard } from "./refuse-dashboard.ts";

export type GuardRules = DashboardRules & {
  isDev: boolean;
  /** TRUSTED_PROXIES: whether to believe what a hop says about the one before it. */
  isTrustedProxy(address: string): boolean;
};

/**
 * What happens to every request before Next sees it: it gets its id and the caller's address, is logged when answered, and is
 * refused here when it is one the dashboard does not serve.
 *
 * @returns whether Next is to answer it
 */
export function guardRequest(request: IncomingMessage, response: ServerResponse, rules: GuardRules): boolean {
  const requestId = newId("req");
  const startMs = performance.now();
  const pathname = (request.url ?? "/").split("?", 1)[0] ?? "/";
  const remoteAddress = request.socket.remoteAddress;
  request.headers["x-request-id"] = requestId;
  const forwardedFor = request.headers["x-forwarded-for"];
  request.headers[REMOTE_ADDRESS_HEADER] = clientAddress(
    remoteAddress,
    String(forwardedFor ?? ""),
    rules.isTrustedProxy,
  );
  const isApi = isApiPath(pathname);
  response.once("close", () => {
    log()[isApi ? "info" : "debug"](
      {
        requestId,
        method: request.method,
        path: pathname,
        status: response.statusCode,
        durationMs: Math.round(performance.now() - startMs),
      },
      "request answered",
    );
  });
  if (isApi) return true;
  response.setHeader("X-Request-Id", requestId);
  for (const [name, value] of Object.entries(dashboardHeaders(rules.isDev))) response.setHeader(name, value);
  const refusal = refuseDashboard({ method: request.method ?? "GET", headers: request.headers, remoteAddress }, rules);
  if (refusal === null) return true;
  // The body is not read: the connection ends with the answer.
  response.writeHead(refusal.status, { "Content-Type": "text/plain; charset=utf-8", Connection: "close" });
  response.end(`${refusal.sentence}\n`);
  return false;
}
