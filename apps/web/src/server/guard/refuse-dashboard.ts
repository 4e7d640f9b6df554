import type { IncomingHttpHeaders } from "node:http";

export type DashboardRequest = {
  method: string;
  headers: IncomingHttpHeaders;
};

export type DashboardRules = {
  /** BASE_URL, when one is configured. */
  baseUrl: string | undefined;
};

export type Refusal = { status: 400 | 403; sentence: string };

const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

/**
 * Decides whether a dashboard request comes to the right place, before anybody asks who sent it.
 *
 * The Host header must be this service's own name (a page of another site that points its name at this machine is not), and a request
 * that changes something must come from the dashboard itself.
 *
 * @returns null to answer it
 */
export function refuseDashboard(request: DashboardRequest, rules: DashboardRules): Refusal | null {
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
  const from = URL.parse(origin);
  if (from === null) return false;
  return from.host === headers.host || (baseUrl !== undefined && from.origin === new URL(baseUrl).origin);
}
