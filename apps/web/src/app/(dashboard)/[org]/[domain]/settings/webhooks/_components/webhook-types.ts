import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "../../../../../../../server/trpc/root.ts";

export type Webhook = inferRouterOutputs<AppRouter>["webhook"]["list"][number];
export type DeliveryPage = inferRouterOutputs<AppRouter>["webhook"]["deliveries"];
export type Delivery = DeliveryPage["deliveries"][number];
