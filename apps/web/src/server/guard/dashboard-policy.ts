import type { IncomingHttpHeaders } from "node:http";

type DashboardRequest = {
  method: string;
  headers: IncomingHttpHeaders;
};

export type DashboardRules = {
  /** BASE_URL, when one is configured. */
  baseUrl: string | undefined;
};

type Refusal = { status: 400 | 403; sentence: string };

const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

/**
 * Decides whether a dashboard request comes to the right place, before anybody asks who sent it.
 *
 * The Host header must be this service's own name (a page of another site that points its name at this machine is not), and a request
 * that changes something must come from the dashboard itself.
 *
 * @returns null to answer it
 */
export function rejectForeignRequest(request: DashboardRequest, rules: DashboardRules): Refusal | null {
  const host = parseHost(request.headers.host);
  if (host === null || !isOwnHost(host, rules)) {
    return {
      status: 400,
      sentence: "This host name doesn't belong to the dashboard. Use localhost, or set BASE_URL to the URL you use.",
    };
  }
  if (!SAFE_METHODS.includes(request.method) && !isSameOrigin(request.headers, rules)) {
    return { status: 403, sentence: "This request comes from another site. Nothing was changed." };
  }
  return null;
}

function parseHost(header: string | undefined): URL | null {
  return header !== undefined && /^[\w.:[\]-]+$/.test(header) ? URL.parse(`http://${header}`) : null;
}

function isOwnHost({ hostname }: URL, { baseUrl }: DashboardRules): boolean {
  if (hostname === "localhost" || hostname.endsWith(".localhost")) return true;
  if (baseUrl !== undefined && hostname === new URL(baseUrl).hostname) return true;
  // Rebinding needs a name; a bare address cannot be pointed elsewhere.
  return /^\d+(\.\d+){3}$/.test(hostname) || hostname.startsWith("[");
}

function isSameOrigin(headers: IncomingHttpHeaders, { baseUrl }: DashboardRules): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") return false;
  const { origin } = headers;
  // Programs send neither header; every browser sends at least one with a request that changes something.
  if (origin === undefined) return true;
  // What a form of a page without a referrer sends.
  if (origin === "null" && site === "same-origin") return true;
  const from = URL.parse(origin);
  if (from === null) return false;
  return from.host === headers.host || (baseUrl !== undefined && from.origin === new URL(baseUrl).origin);
}

/**
 * Security headers of every dashboard answer.
 *
 * @param page.nonce names the inline scripts of this one answer; no other inline script runs
 * @param page.gitHubUrl where one form leads outside of the dashboard: the one that makes a GitHub App
 * @param page.isDev next's development server evaluates code and talks over a web socket
 */
export function dashboardHeaders(page: { nonce: string; isDev: boolean; gitHubUrl: string }): Record<string, string> {
  const { nonce, isDev, gitHubUrl } = page;
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${isDev ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    `connect-src 'self'${isDev ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self' ${gitHubUrl}`,
    "frame-ancestors 'none'",
  ];
  return {
    "Content-Security-Policy": policy.join("; "),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
  };
}

const YEAR_SECONDS = 31_536_000;

/**
 * What every answer says about the way it travels. A browser that has once reached the service by https asks for no plain page any more;
 * other names below the same domain are not the service's to decide over.
 */
export function transportHeaders({ baseUrl }: { baseUrl: string | undefined }): Record<string, string> {
  const isHttps = baseUrl !== undefined && new URL(baseUrl).protocol === "https:";
  return isHttps ? { "Strict-Transport-Security": `max-age=${YEAR_SECONDS}` } : {};
}
