import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "../../../../../../../server/trpc/root.ts";

export type Providers = inferRouterOutputs<AppRouter>["model"]["get"];
export type Provider = NonNullable<Providers["project"]>;
export type Tried = inferRouterOutputs<AppRouter>["model"]["try"];
export type ProviderOwner = inferRouterInputs<AppRouter>["model"]["clear"]["owner"];
