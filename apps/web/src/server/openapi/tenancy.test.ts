import type { PublicErrorCode } from "@docsteward/contract/error";
import { problemExample } from "@docsteward/contract/openapi/problem-example";
import { type Operation, takesBody } from "@docsteward/contract/operation";
import { fixedClock } from "@docsteward/platform/clock";
import type { ProjectContext } from "@docsteward/services/context";
import { seedJob, seedKey, seedProject } from "@docsteward/services/testing";
import { describe, expect } from "vitest";
import { expectProblem } from "../../testing/expect-problem.ts";
import { routeFile } from "../../testing/routes.ts";
import { appTest, send } from "../../testing/test-app.ts";
import type { RouteHandler } from "../http/endpoint.ts";
import { OPERATIONS } from "./document.ts";

/** Three sites: mine, another one of my organization, and one of another organization. Each with keys of all sorts. */
type Given = { mine: Site; altered: (auth: Operation["auth"], data: object) => Promise<string> };
type Site = { ctx: ProjectContext; jobId: string; keys: Record<Operation["auth"], string> };

const test = appTest({ clock: fixedClock("2026-11-20T10:15:00.000Z") })
  .extend("seedSite", { scope: "file" }, ({ services }) => async (organizationId?: string): Promise<Site> => {
    const ctx = await seedProject(services, { organizationId });
    const keys = {
      admin: (await seedKey(ctx)).token,
      assistant: (await seedKey(ctx, { kind: "assistant" })).token,
    };
    return { ctx, jobId: (await seedJob(ctx)).id, keys };
  })
  .extend("mine", { scope: "file", auto: true }, ({ seedSite }) => seedSite())
  .extend("sibling", { scope: "file", auto: true }, ({ mine, seedSite }) => seedSite(mine.ctx.project.organizationId))
  .extend("stranger", { scope: "file", auto: true }, ({ seedSite }) => seedSite())
  .extend(
    "call",
    { scope: "file" },
    ({ mine }) =>
      async (operation: Operation, key: string | undefined, names: Partial<Names> = {}): Promise<Response> => {
        const routes: Record<string, RouteHandler> = await import(routeFile(operation).href);
        const route = routes[operation.method];
        if (!route) throw new Error(`${operation.path} has no ${operation.method}`);
        const body = takesBody(operation) ? (operation.example?.body ?? {}) : undefined;
        return send(route, {
          method: operation.method,
          key,
          params: { name: "app", automationId: "follow-app", schemaId: "follow-app", ...namesOf(mine), ...names },
          body,
        });
      },
  )
  .extend("altered", { scope: "file" }, ({ services, mine }) => async (auth: Operation["auth"], data: object) => {
    const { token, id } = await seedKey(mine.ctx, { kind: auth });
    await services.db.apiKey.update({ where: { id }, data });
    return token;
  });

type Names = { projectId: string; domain: string; id: string };
const namesOf = ({ ctx, jobId }: Site): Names => ({
  projectId: ctx.project.id,
  domain: ctx.project.domain,
  id: jobId,
});
const UNKNOWN: Names = { projectId: "prj_unknown", domain: "nowhere", id: "job_unknown" };

/** All that a caller can see of an answer, but for what names the request itself. */
async function seen(response: Response, names: Names): Promise<string> {
  const { requestId, ...problem } = await expectProblem(response, "not_found");
  const all = JSON.stringify({ problem, headers: [...response.headers], status: response.status });
  return [requestId, ...Object.values(names)].reduce((text, name) => text.replaceAll(name, "…"), all);
}

describe.each(OPERATIONS.map((operation) => [operation.id, operation] as const))("%s", (_, operation) => {
  const { auth, scope } = operation;
  const otherKind = auth === "admin" ? "assistant" : "admin";
  const mistyped = (token: string) => `${token.slice(0, -1)}${token.endsWith("0") ? "1" : "0"}`;

  test.for<[string, PublicErrorCode, (given: Given) => Promise<string | undefined> | string | undefined]>([
    ["no key", "missing_key", () => undefined],
    ["something else", "invalid_key", () => "hello"],
    ["a mistyped key", "invalid_key", ({ mine }) => mistyped(mine.keys[auth])],
    ["a key of the other kind", "wrong_key_type", ({ mine }) => mine.keys[otherKind]],
    ["a revoked key", "revoked_key", ({ altered }) => altered(auth, { revokedAt: new Date(0) })],
    ["an expired key", "expired_key", ({ altered }) => altered(auth, { expiresAt: new Date(0) })],
    ["a key bound to other addresses", "ip_not_allowed", ({ altered }) => altered(auth, { allowedIps: ["192.0.2.1"] })],
  ])("refuses %s with %s", async ([_case, code, keyOf], { mine, call, altered }) => {
    const { error } = await expectProblem(await call(operation, await keyOf({ mine, altered })), code);

    expect(error).toBe(problemExample(code, operation).error);
  });

  if (auth === "admin")
    test("refuses a key without its scope", async ({ mine, call }) => {
      const { token } = await seedKey(mine.ctx, { scopes: [scope === "read" ? "write" : "read"] });

      const { error } = await expectProblem(await call(operation, token), "insufficient_scope");

      expect(error).toBe(problemExample("insufficient_scope", operation).error);
    });

  test("hides what is another organization's like what does not exist", async ({ mine, stranger, call }) => {
    const hidden = await seen(await call(operation, mine.keys[auth], namesOf(stranger)), namesOf(stranger));

    expect(hidden).toBe(await seen(await call(operation, mine.keys[auth], UNKNOWN), UNKNOWN));
    await seen(await call(operation, stranger.keys[auth]), namesOf(mine));
  });

  if (auth === "assistant")
    test("hides another site of the same organization in the same way", async ({ mine, sibling, call }) => {
      const hidden = await seen(await call(operation, mine.keys[auth], namesOf(sibling)), namesOf(sibling));

      expect(hidden).toBe(await seen(await call(operation, mine.keys[auth], UNKNOWN), UNKNOWN));
    });

  if (operation.path.includes("{id}"))
    test("hides the jobs of other projects like one that does not exist", async ({ mine, sibling, stranger, call }) => {
      const ask = async (id: string) => seen(await call(operation, mine.keys[auth], { id }), { ...namesOf(mine), id });

      const unknown = await ask(UNKNOWN.id);

      expect(await ask(sibling.jobId)).toBe(unknown);
      expect(await ask(stranger.jobId)).toBe(unknown);
    });
});

test("nothing of all this made or changed a job", async ({ services }) => {
  expect(await services.db.job.count()).toBe(3);
  expect(await services.db.jobMessage.count()).toBe(3);
});
