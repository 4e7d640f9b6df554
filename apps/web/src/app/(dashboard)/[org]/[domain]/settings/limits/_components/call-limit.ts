import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "../../../../../../../server/trpc/root.ts";

export type CallLimit = inferRouterOutputs<AppRouter>["limit"]["list"][number];
export type KeyChoice = { id: string; name: string; hint: string };
