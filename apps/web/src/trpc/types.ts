import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "../server/trpc/root.ts";

/** A key as the list has it. */
export type KeyRow = inferRouterOutputs<AppRouter>["key"]["list"][number];
/** A key and its token, just made. */
export type CreatedKey = Pick<inferRouterOutputs<AppRouter>["key"]["create"], "token" | "key">;

/** Where the one who looks may make projects, and over what. */
export type ProjectTargets = inferRouterOutputs<AppRouter>["project"]["places"];

export type Installation = inferRouterOutputs<AppRouter>["installation"]["get"];

export type Account = inferRouterOutputs<AppRouter>["account"]["get"];
export type NotificationSettings = inferRouterOutputs<AppRouter>["notification"]["get"];
export type Providers = inferRouterOutputs<AppRouter>["session"]["providers"];

type Outputs = inferRouterOutputs<AppRouter>["github"];

export type ProjectSource = Outputs["get"];
export type AppStatus = Outputs["app"];

export type Members = inferRouterOutputs<AppRouter>["member"]["list"];

export type ModelProviders = inferRouterOutputs<AppRouter>["model"]["get"];
export type Provider = NonNullable<ModelProviders["project"]>;
export type Tried = inferRouterOutputs<AppRouter>["model"]["try"];
export type ProviderOwner = inferRouterInputs<AppRouter>["model"]["clear"]["owner"];

export type GoldenQuestion = inferRouterOutputs<AppRouter>["golden"]["list"][number];
export type GoldenState = inferRouterOutputs<AppRouter>["golden"]["state"];

export type AutomationsOfProject = inferRouterOutputs<AppRouter>["automation"]["list"];
export type Automation = AutomationsOfProject["automations"][number];
export type AutomationRun = inferRouterOutputs<AppRouter>["automation"]["runs"][number];
export type AutomationChoices = inferRouterOutputs<AppRouter>["automation"]["choices"];
export type Source = inferRouterOutputs<AppRouter>["source"]["list"][number];

export type ReaderAccess = inferRouterOutputs<AppRouter>["readerAccess"]["get"];

export type SlackCommandState = inferRouterOutputs<AppRouter>["slack"]["get"];
export type ClientSignIn = inferRouterOutputs<AppRouter>["clientSignIn"]["get"];
export type OwnClients = inferRouterOutputs<AppRouter>["clientSignIn"]["own"];
export type Consent = NonNullable<
  Extract<inferRouterOutputs<AppRouter>["clientSignIn"]["preview"], { consent: unknown }>["consent"]
>;

export type Webhook = inferRouterOutputs<AppRouter>["webhook"]["list"][number];
export type DeliveryPage = inferRouterOutputs<AppRouter>["webhook"]["deliveries"];
export type Delivery = DeliveryPage["deliveries"][number];

export type CallLimit = inferRouterOutputs<AppRouter>["limit"]["list"][number];
export type JobLimitDetails = inferRouterOutputs<AppRouter>["limit"]["jobs"];
export type KeyChoice = { id: string; name: string; hint: string };

/** What is in the way of a merge. */
export type MergeObstacle = NonNullable<inferRouterOutputs<AppRouter>["pullRequest"]["get"]["obstacle"]>;
