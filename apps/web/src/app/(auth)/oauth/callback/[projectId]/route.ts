import { finishReaderSignIn } from "@docsteward/services/oauth/consent";
import { isOAuthError } from "@docsteward/services/oauth/oauth-error";
import { toProblem } from "#server/http/problem.ts";
import { requestIdOf } from "#server/http/request-headers.ts";
import { services } from "#server/services.ts";

type Context = { params: Promise<{ projectId: string }> };

/** Where the provider of a project's readers sends them back to; from here they go to the program that they connect. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { projectId } = await params;
  const { search } = new URL(request.url);
  try {
    const { url } = await finishReaderSignIn(services(), { projectId, search, headers: request.headers });
    return redirectTo(url);
  } catch (error) {
    // Whatever it was, the page says one thing: its address must not be able to say anything else.
    if (!isOAuthError(error)) toProblem(error, requestIdOf(request));
    return redirectTo("/oauth/authorize?failed");
  }
}

const redirectTo = (location: string) =>
  new Response(null, {
    status: 303,
    headers: { Location: location, "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" },
  });
