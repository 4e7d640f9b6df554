import { unsubscribe } from "@docsteward/services/notification/settings";
import { problemResponse } from "#server/http/problem.ts";
import { requestIdOf } from "#server/http/request-headers.ts";
import { services } from "#server/services.ts";

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token")?.slice(0, 1_000) ?? "";

/** Leads to the page with the button. Opening a link changes nothing: mail scanners open every one. */
export function GET(request: Request): Response {
  return goTo(`/unsubscribe?${new URLSearchParams({ token: tokenOf(request) })}`);
}

/** Switches the kinds of a mail off: for the page's button, and for mail programs (RFC 8058), which follow no redirect. */
export async function POST(request: Request): Promise<Response> {
  try {
    await unsubscribe(services(), { token: tokenOf(request) });
  } catch (error) {
    return problemResponse(error, requestIdOf(request));
  }
  if (request.headers.get("sec-fetch-mode") !== "navigate") return new Response("Unsubscribed.\n");
  return goTo(`/unsubscribe?${new URLSearchParams({ token: tokenOf(request), done: "true" })}`);
}

function goTo(path: string): Response {
  return new Response(null, { status: 303, headers: { Location: path, "Cache-Control": "no-store" } });
}
