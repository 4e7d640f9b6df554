import { headers } from "next/headers";
import { cache } from "react";
import { services } from "../services.ts";
import { createCallerFactory } from "./init.ts";
import { appRouter } from "./root.ts";

const createCaller = createCallerFactory(appRouter);

/** The procedures, for server components: called in this process, once a request. */
export const api = cache(async () => {
  const requestId = (await headers()).get("x-request-id") ?? "";
  return createCaller({ services: services(), requestId });
});
