import { seedSite } from "@docsteward/services/site/testing-site";
import { seedKey, seedProject } from "@docsteward/services/testing";
import { expect } from "vitest";
import { connectMcp } from "#testing/connect-mcp.ts";
import { expectProblem } from "#testing/expect-problem.ts";
import { appProjectTest, send } from "#testing/test-app.ts";
import { POST } from "./route.ts";

const test = appProjectTest()
  .extend("key", { scope: "file" }, async ({ ctx }) => (await seedKey(ctx, { kind: "assistant" })).token)
  .extend("connect", { scope: "file" }, ({ ctx, key }) => () => {
    return connectMcp({ to: { domain: ctx.project.domain }, key });
  });
test.beforeAll(({ ctx }) =>
  seedSite(ctx, [
    { path: "/guides/flags", title: "Flags", text: "A kill-switch turns a feature off." },
    { path: "/guides/install", title: "Install", text: "Install Glimmer with npm." },
  ]),
);

test("a client finds the tools, searches and reads a page", async ({ connect }) => {
  const client = await connect();

  const { tools } = await client.listTools();
  const found = await client.callTool({ name: "search", arguments: { query: "turn a feature off" } });
  const page = await client.callTool({ name: "get_page", arguments: { path: "/guides/install" } });
  await client.close();

  expect(tools.map(({ name }) => name).sort()).toEqual(["ask", "get_page", "list_pages", "search", "submit_feedback"]);
  expect(found.structuredContent).toMatchObject({ results: [{ path: "/guides/flags" }] });
  expect(found.content).toEqual([
    { type: "text", text: "[Flags](/guides/flags#flags)\n\nA kill-switch turns a feature off." },
  ]);
  expect(page.content).toEqual([{ type: "text", text: "Install Glimmer with npm." }]);
});

test("what is not there is an answer that a model can read", async ({ connect }) => {
  const client = await connect();

  const page = await client.callTool({ name: "get_page", arguments: { path: "/nowhere" } });
  await client.close();

  expect(page.isError).toBe(true);
  expect(JSON.stringify(page.content)).toContain("not found on");
});

test("a call without a key and one for another project's site are refused before anything is read", async ({
  services,
  ctx,
  key,
}) => {
  const other = await seedProject(services);
  const body = { jsonrpc: "2.0", id: 1, method: "tools/list" };

  await expectProblem(await send(POST, { params: { domain: ctx.project.domain }, body }), "missing_key");
  await expectProblem(await send(POST, { params: { domain: other.project.domain }, key, body }), "not_found");
  await expectProblem(
    await send(POST, { params: { domain: ctx.project.domain }, key, body: { id: 1 } }),
    "invalid_request",
  );
});

test("a batch of messages is refused: each message counts as a call", async ({ ctx, key }) => {
  const body = [{ jsonrpc: "2.0", id: 1, method: "tools/list" }];

  await expectProblem(await send(POST, { params: { domain: ctx.project.domain }, key, body }), "invalid_request");
});

test("an answer says nothing about the connection, which is the caller's to keep or close", async ({ ctx, key }) => {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const { domain } = ctx.project;

  const response = await send(POST, { params: { domain }, key, body });

  expect(response.headers.get("content-type")).toBe("text/event-stream");
  expect(response.headers.has("connection")).toBe(false);
  await response.body?.cancel();
});
