import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "../../../../server/trpc/root.ts";

/** Where the one who looks may make projects, and over what. */
export type Places = inferRouterOutputs<AppRouter>["project"]["places"];
