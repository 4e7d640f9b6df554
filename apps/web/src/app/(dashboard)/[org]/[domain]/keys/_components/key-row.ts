import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "../../../../../../server/trpc/root.ts";

/** A key as the list has it. */
export type KeyRow = inferRouterOutputs<AppRouter>["key"]["list"][number];
/** A key and its token, just made. */
export type MadeKey = Pick<inferRouterOutputs<AppRouter>["key"]["create"], "token" | "key">;
