import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "../../../../../../../server/trpc/root.ts";

type Outputs = inferRouterOutputs<AppRouter>["github"];

export type ProjectSource = Outputs["get"];
export type AppStatus = Outputs["app"];
