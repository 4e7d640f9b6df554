import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "../../../../../../../server/trpc/root.ts";

export type Members = inferRouterOutputs<AppRouter>["member"]["list"];
