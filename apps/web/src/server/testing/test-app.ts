import { createTestServices, type TestServices } from "@docsteward/services/testing";
import { vi } from "vitest";
import type { RouteHandler } from "../http/route-handler.ts";
import { provideServices } from "../services.ts";

// Vite puts its own BASE_URL (`/`) into the environment of a test run.
vi.stubEnv("BASE_URL", "");
vi.stubEnv("LOG_LEVEL", "silent");

/** Opens services over a database of their own and lets the routes use them. Close them after the tests. */
export async function openTestApp(overrides: Parameters<typeof createTestServices>[0] = {}): Promise<TestServices> {
  const services = await createTestServices(overrides);
  provideServices(services);
  return services;
}

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
