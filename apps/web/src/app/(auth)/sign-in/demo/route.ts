import { signInByDemoLink } from "@docsteward/services/sign-in/by-demo-link";
import { problemResponse } from "../../../../server/http/problem.ts";
import { requestIdOf } from "../../../../server/http/request-id.ts";
import { services } from "../../../../server/services.ts";
import { toNextPath } from "../../../../server/to-next-path.ts";

/** Signs in to the demo and goes on. */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const token = searchParams.get("token") ?? "";
  try {
    const cookies = await signInByDemoLink(services(), { token, headers: request.headers });
    const headers = new Headers({
      Location: toNextPath(searchParams.get("next") ?? undefined),
      "Cache-Control": "no-store",
    });
    for (const cookie of cookies) headers.append("Set-Cookie", cookie);
    return new Response(null, { status: 303, headers });
  } catch (error) {
    return problemResponse(error, requestIdOf(request));
  }
}
