import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { drainRequestBody } from "#server/http/endpoint.ts";
import { readJsonText } from "#server/http/request-body.ts";
import { requestIdOf } from "#server/http/request-headers.ts";
import { services } from "#server/services.ts";
import { createTrpcContext } from "#server/trpc/context.ts";
import { trpcErrorResponse } from "#server/trpc/errors.ts";
import { MAX_BATCH, MAX_MUTATIONS } from "#server/trpc/max-batch.ts";
import { appRouter } from "#server/trpc/root.ts";

export const GET = (request: Request): Promise<Response> => answer(request, null);

/** Anybody may send something here: its type and size are looked at before it is read, as in the API. */
const takeCall = drainRequestBody(async (request) => {
  let text: string;
  try {
    ({ text } = await readJsonText(request, services().limits.bodyBytes));
  } catch (error) {
    return trpcErrorResponse(error, requestIdOf(request));
  }
  return answer(request, text);
});

export const POST = (request: Request): Promise<Response> => takeCall(request, { params: Promise.resolve({}) });

function answer(request: Request, body: string | null): Promise<Response> {
  const hangUp = new AbortController();
  const { url, method, headers } = request;
  const signal = AbortSignal.any([request.signal, hangUp.signal]);
  return fetchRequestHandler({
    endpoint: "/api/trpc",
    // Next's request is a proxy, of which the platform's own class makes no copy.
    req: new Request(url, { method, headers, body, signal }),
    router: appRouter,
    maxBatchSize: method === "POST" ? MAX_MUTATIONS : MAX_BATCH,
    responseMeta: ({ type }) => (type === "subscription" ? {} : { headers: { "Cache-Control": "private, no-store" } }),
    createContext: async ({ resHeaders }) =>
      createTrpcContext({
        services: services(),
        requestId: requestIdOf(request),
        headers,
        setCookies: (cookies) => cookies.forEach((cookie) => void resHeaders.append("Set-Cookie", cookie)),
        hangUp: () => hangUp.abort(),
      }),
  });
}
