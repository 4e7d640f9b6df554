import { newId } from "@docsteward/platform/id";
import type { ProjectContext, SystemContext } from "@docsteward/services/context";
import {
  createTestServices,
  type SeedMemberOptions,
  seedMember,
  type TestServices,
  type TestServicesOptions,
} from "@docsteward/services/testing";
import { projectTest, servicesTest } from "@docsteward/services/testing-fixtures";
import { vi } from "vitest";
import type { RouteHandler } from "../server/http/endpoint.ts";
import { provideServices } from "../server/services.ts";
import { createTrpcContext } from "../server/trpc/context.ts";
import { createCallerFactory } from "../server/trpc/init.ts";
import { appRouter } from "../server/trpc/root.ts";

// Vite puts its own BASE_URL (`/`) into the environment of a test run.
vi.stubEnv("BASE_URL", "");
vi.stubEnv("LOG_LEVEL", "silent");

/** Opens services with a new database and makes the routes use them. Close them after the tests. */
export async function openTestApp(overrides: TestServicesOptions = {}): Promise<TestServices> {
  const services = await createTestServices(overrides);
  provideServices(services);
  return services;
}

/** `servicesTest`, whose services the routes use. */
export const appTest = (given?: TestServicesOptions) => servicesTest(given, openTestApp);

/** `projectTest`, whose services the routes use. */
export const appProjectTest = (given?: TestServicesOptions) => projectTest(given, openTestApp);

export type Sent = {
  method?: string;
  /** Of the path: `{ projectId, id }`. */
  params: Record<string, string>;
  query?: string;
  /** The bearer; none when left out. */
  key?: string;
  /** Sent as JSON unless it is text already. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

/** Calls a route as Next does. */
export async function send(route: RouteHandler, sent: Sent): Promise<Response> {
  const { method = sent.body === undefined ? "GET" : "POST", params, query = "", key, body, headers = {} } = sent;
  const request = new Request(`http://localhost/v2/agent${query}`, {
    method,
    signal: sent.signal,
    headers: {
      ...(key && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  return route(request, { params: Promise.resolve(params) });
}

/** How procedures name the project of a test. */
export function projectPath({ organization, project }: Pick<ProjectContext, "organization" | "project">): {
  org: string;
  domain: string;
} {
  return { org: organization.slug, domain: project.domain };
}

/**
 * The procedures as a new person calls them: by default an owner of every organization that exists at their first call.
 *
 * @param options.signal ends subscriptions, as a page that is closed does
 */
export function signedInCaller(services: SystemContext, options: SeedMemberOptions & { signal?: AbortSignal } = {}) {
  const { signal, ...member } = options;
  const signIn = async () => ({ sessionId: newId("ses"), user: await seedMember(services, member) });
  let signedIn: ReturnType<typeof signIn> | null = null;
  const context = createTrpcContext({ services, requestId: "req_test", headers: new Headers() });
  const ctx = { ...context, signedIn: () => (signedIn ??= signIn()) };
  return createCallerFactory(appRouter)(ctx, signal ? { signal } : {});
}
