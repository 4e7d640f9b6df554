import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { PATH_HEADER } from "../guard/path-header.ts";
import { services } from "../services.ts";
import { createTrpcContext } from "./context.ts";
import { createCallerFactory } from "./init.ts";
import { appRouter } from "./root.ts";

const createCaller = createCallerFactory(appRouter);

const context = cache(async () => {
  const sent = new Headers(await headers());
  return createTrpcContext({ services: services(), requestId: sent.get("x-request-id") ?? "", headers: sent });
});

/** The procedures, for server components that show something to whoever comes: called in this process. */
export const publicApi = cache(async () => {
  const own = await context();
  // The digest is all that Next lets the error page know: this one finds the request in the log.
  return createCaller(own, { onError: ({ error }) => Object.assign(error, { digest: own.requestId }) });
});

/** The procedures, for server components of the dashboard; who is not signed in is sent to do so, and back afterwards. */
export const api = cache(async () => {
  const { signedIn, headers: sent } = await context();
  if ((await signedIn()) === null) {
    const path = sent.get(PATH_HEADER) ?? "/";
    redirect(path === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(path)}`);
  }
  return publicApi();
});
