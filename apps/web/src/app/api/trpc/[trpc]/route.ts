import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { requestIdOf } from "../../../../server/http/request-id.ts";
import { services } from "../../../../server/services.ts";
import { createTrpcContext } from "../../../../server/trpc/context.ts";
import { appRouter } from "../../../../server/trpc/root.ts";

function answer(request: Request): Promise<Response> {
  const hangUp = new AbortController();
  const signal = AbortSignal.any([request.signal, hangUp.signal]);
  return fetchRequestHandler({
    endpoint: "/api/trpc",
    req: withSignal(request, signal),
    router: appRouter,
    createContext: async ({ resHeaders }) =>
      createTrpcContext({
        services: services(),
        requestId: requestIdOf(request),
        headers: request.headers,
        setCookies: (cookies) => cookies.forEach((cookie) => void resHeaders.append("Set-Cookie", cookie)),
        hangUp: () => hangUp.abort(),
      }),
  });
}

/** Next's request is a proxy, of which the platform's own class makes no copy. */
function withSignal({ url, method, headers, body }: Request, signal: AbortSignal): Request {
  return new Request(url, { method, headers, body, signal, duplex: "half" } as RequestInit);
}

export { answer as GET, answer as POST };
