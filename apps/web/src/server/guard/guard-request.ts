import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "@docsteward/contract/error";
import { newId } from "@docsteward/platform/id";
import { currentSpan, runInSpan } from "@docsteward/platform/tracing";
import { problemResponse } from "../http/problem.ts";
import { NONCE_HEADER, PATH_HEADER, REMOTE_ADDRESS_HEADER } from "../http/request-headers.ts";
import { log } from "../log.ts";
import { clientAddress } from "./client-address.ts";
import { type DashboardRules, dashboardHeaders, rejectForeignRequest, transportHeaders } from "./dashboard-policy.ts";
import { refuseHeaders } from "./refuse-headers.ts";

type GuardRules = DashboardRules & {
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
  const span = currentSpan();
  response.once("close", () =>
    runInSpan(span, () => {
      // Probes ask every few seconds; only a probe that fails is worth a line.
      const isQuiet = !isApi || (isProbe(pathname) && response.statusCode < 400);
      log()[isQuiet ? "debug" : "info"](
        {
          requestId,
          method: request.method,
          path: redactPath(pathname),
          status: response.statusCode,
          durationMs: Math.round(performance.now() - startMs),
        },
        "request answered",
      );
    }),
  );
  const fault = refuseHeaders(request) ?? rejectMalformedRequest(request.method ?? "GET", request.url ?? "/");
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
  const refusal = rejectForeignRequest({ method: request.method ?? "GET", headers: request.headers }, rules);
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

/** Sends a response that was made for Next. */
async function writeResponse(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(await answer.text());
}

/** Whether a path is one that monitors ask for every few seconds. */
export const isProbe = (pathname: string) => PROBES.has(pathname);

const PROBES: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);
const API_FOLDERS: ReadonlySet<string> = new Set(["v1", "v2", "discovery", "mcp", ".well-known"]);
const API_FILES: ReadonlySet<string> = new Set([
  ...PROBES,
  "/openapi.json",
  "/automations.schema.json",
  "/widget.js",
  "/widget-app.js",
  // Programs call these. The pages of the consent are the dashboard's.
  "/oauth/token",
  "/oauth/revoke",
  "/oauth/register",
]);
const ERROR_PAGE = /^\/errors\/[^/]+$/;

/**
 * Whether a path belongs to the public API, which guards itself with keys. Everything else is the dashboard, as is a path that
 * is not in its plain form: `/v2/../acme` might be routed as `/acme`.
 *
 * @param pathname of the request line, as it came
 */
export function isApiPath(pathname: string): boolean {
  const isPlain = !pathname.includes("//") && URL.parse(pathname, "http://localhost")?.pathname === pathname;
  if (!isPlain) return false;
  return API_FOLDERS.has(pathname.split("/", 2)[1] ?? "") || API_FILES.has(pathname) || ERROR_PAGE.test(pathname);
}

/** A path as the log tells it: the token of an invitation stands in its path, and opens an organization. */
export function redactPath(pathname: string): string {
  return pathname.replace(/^(\/+invite\/+)[^/]+/i, "$1…");
}

/** The methods that are answered. */
export const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];

/**
 * Says what is wrong with a request that Next or the database would fail over instead of answering; null when it may go on.
 *
 * @param target of the request line, as it came
 */
export function rejectMalformedRequest(method: string, target: string): AppError | null {
  if (!METHODS.includes(method)) {
    const sentence = `${method.slice(0, 20)} isn't supported here. Use GET, HEAD, OPTIONS or POST.`;
    return new AppError("method_not_allowed", sentence, { headers: { Allow: "GET, HEAD, OPTIONS, POST" } });
  }
  if (!target.startsWith("/")) {
    return new AppError("invalid_request", "The URL is invalid. Send only its path, starting with a slash.");
  }
  const [path = ""] = target.split("?", 1);
  if (path.length > MAX_PATH) {
    const sentence = `The URL's path has ${path.length} characters; send at most ${MAX_PATH}.`;
    return new AppError("invalid_request", sentence);
  }
  const parameters = countParameters(target);
  if (parameters > MAX_PARAMETERS) {
    const sentence = `The URL has ${parameters} parameters; send at most ${MAX_PARAMETERS}.`;
    return new AppError("invalid_request", sentence);
  }
  if (isText(path)) return null;
  return new AppError(
    "invalid_request",
    "The URL is invalid. Each % must start an escape such as %20, in UTF-8 and without NUL.",
  );
}

/** Next takes some milliseconds for a path that fills the head of a request. Ours are far shorter: a batch names twenty calls at most. */
const MAX_PATH = 4_096;
/** Next takes a time that grows with their square: 7,000, which fit into a request's head, stop it for seconds. */
const MAX_PARAMETERS = 100;

function countParameters(target: string): number {
  let count = 0;
  for (let at = target.indexOf("?"); at >= 0; at = target.indexOf("&", at + 1)) count += 1;
  return count;
}

function isText(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes("\0");
  } catch {
    // A URIError, the only thing it throws.
    return false;
  }
}
