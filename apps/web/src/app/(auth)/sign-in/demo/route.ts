import { signInByDemoLink } from "@docsteward/services/sign-in/demo";
import { problemResponse, toAppError } from "#server/http/problem.ts";
import { requestIdOf } from "#server/http/request-headers.ts";
import { safeRedirectPath } from "#server/safe-redirect.ts";
import { services } from "#server/services.ts";

/** Signs in to the demo and goes on. A link that was used leads to the sign-in page, which lets those through who are signed in. */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const token = searchParams.get("token") ?? "";
  const next = safeRedirectPath(searchParams.get("next") ?? undefined);
  try {
    const cookies = await signInByDemoLink(services(), { token, headers: request.headers });
    return goTo(next, cookies);
  } catch (error) {
    if (toAppError(error)?.code !== "not_found") return problemResponse(error, requestIdOf(request));
    return goTo(`/sign-in?${new URLSearchParams({ error: "demo_link", next })}`);
  }
}

function goTo(path: string, cookies: string[] = []): Response {
  const headers = new Headers({ Location: path, "Cache-Control": "no-store" });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return new Response(null, { status: 303, headers });
}
