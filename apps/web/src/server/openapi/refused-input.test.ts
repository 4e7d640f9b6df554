import { type Operation, takesBody } from "@docsteward/contract/operation";
import { seedSite } from "@docsteward/services/site/testing-site";
import { seedKey } from "@docsteward/services/testing";
import { describe, expect } from "vitest";
import { expectProblem } from "../../testing/expect-problem.ts";
import { routeFile } from "../../testing/routes.ts";
import { appProjectTest, send } from "../../testing/test-app.ts";
import type { RouteHandler } from "../http/endpoint.ts";
import { OPERATIONS } from "./document.ts";

const test = appProjectTest()
  .extend(
    "keys",
    { scope: "file" },
    async ({ ctx }): Promise<Record<Operation["auth"], string>> => ({
      admin: (await seedKey(ctx)).token,
      assistant: (await seedKey(ctx, { kind: "assistant" })).token,
    }),
  )
  .extend(
    "call",
    { scope: "file" },
    ({ ctx, keys }) =>
      async (operation: Operation, body: unknown, params: Record<string, string> = {}): Promise<Response> => {
        const routes: Record<string, RouteHandler> = await import(routeFile(operation).href);
        const route = routes[operation.method];
        if (!route) throw new Error(`${operation.path} has no ${operation.method}`);
        const { id: projectId, domain } = ctx.project;
        const path = { projectId, domain, id: "job_none", name: "app", automationId: "follow-app", ...params };
        return send(route, { method: operation.method, key: keys[operation.auth], params: path, body });
      },
  );
test.beforeAll(({ ctx }) => seedSite(ctx, [{ path: "/flags", text: "A flag turns a feature on." }]));

const named = (operations: readonly Operation[]) => operations.map((operation) => [operation.id, operation] as const);
const find = (id: string) => {
  const operation = OPERATIONS.find((one) => one.id === id);
  if (!operation) throw new Error(`There is no operation ${id}`);
  return operation;
};

describe.each(named(OPERATIONS.filter(takesBody)))("the body of %s", (_, operation) => {
  test.for([{}, [], 5, null])("%j is refused in plain sentences", async (body, { call }) => {
    const { error, details = [] } = await expectProblem(await call(operation, body), "invalid_request");

    for (const sentence of [error, ...details.map(({ message }) => message)]) {
      expect(sentence).toMatch(/^["A-Z].*\.$/);
      expect(sentence).not.toMatch(/Invalid|expected|received|undefined|Too (big|small)/);
    }
  });
});

const zeros = (count: number) => Array<number>(count).fill(0);
const says = { role: "user", parts: [{ type: "text", text: "How?" }], content: "How?" };

describe.each(["askAssistant", "askAssistantV1"])("%s", (id) => {
  test.for<[string, object, string]>([
    ["messages", { messages: zeros(20_000) }, '"messages" must have at most 10000 entries.'],
    ["messages that are none", { messages: zeros(9_000) }, "Entry 0 must be an object."],
    ["parts", { messages: [{ ...says, parts: zeros(20_000) }] }, '"parts" must have at most 1000 entries.'],
    ["context", { messages: [says], context: zeros(20_000) }, '"context" must have at most 1000 entries.'],
    ["groups", { messages: [says], filter: { groups: zeros(20_000) } }, '"groups" must have at most 20 entries.'],
  ])("very many %s are one short answer", async ([_, body, sentence], { call }) => {
    const response = await call(find(id), { fp: "ada", ...body });
    const problem = await expectProblem(response, "invalid_request");

    expect(problem.error).toBe(sentence);
    expect(problem.details).toHaveLength(1);
  });

  test.for(["a\0", "a\ud800"])("a fp like %j is refused, also in a thread", async (fp, { call }) => {
    const problem = await expectProblem(
      await call(find(id), { fp, threadId: "thr_1", messages: [says] }),
      "invalid_request",
    );

    expect(problem.error).toBe('"fp" must be valid text without NUL characters.');
  });
});

test("an answer's id with a NUL is refused", async ({ call }) => {
  const problem = await expectProblem(
    await call(find("rateAnswer"), { messageId: "msg_\0", rating: "up" }),
    "invalid_request",
  );

  expect(problem.error).toBe('"messageId" must be valid text without NUL characters.');
});

describe.each(named(OPERATIONS.filter(({ path }) => path.includes("{id}"))))("the path of %s", (_, operation) => {
  test("takes no NUL", async ({ call }) => {
    const body = takesBody(operation) ? operation.example?.body : undefined;

    const problem = await expectProblem(await call(operation, body, { id: "\0" }), "invalid_request");

    expect(problem.error).toBe('"id" must be valid text without NUL characters.');
  });
});
