import type { Instrumentation } from "next";
import { log } from "./server/log.ts";

/** Logs what a page failed with, under the number that its error page shows. */
export const onRequestError: Instrumentation.onRequestError = async (error, request) => {
  const digest = error instanceof Error && "digest" in error ? error.digest : undefined;
  log().error({ err: error, digest, requestId: request.headers["x-request-id"], path: request.path }, "page failed");
};
