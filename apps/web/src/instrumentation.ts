import type { Instrumentation } from "next";

/** Logs what a page failed with, under the id that its error page shows. */
export const onRequestError: Instrumentation.onRequestError = async (error, request) => {
  // Next puts a constant here when it builds, so that the log stays out of its edge bundle.
  if (process.env.NEXT_RUNTIME === "edge") return;
  const { log } = await import("./server/log.ts");
  const digest = error instanceof Error && "digest" in error ? error.digest : undefined;
  log().error({ err: error, digest, requestId: request.headers["x-request-id"], path: request.path }, "page failed");
};
