import { reply } from "@docsteward/model-script/script";
import { updateProject } from "@docsteward/services/project/update";
import { setReaderAccess } from "@docsteward/services/reader-access/settings";
import { signReaderToken } from "@docsteward/services/reader-access/testing-token";
import { seedSite } from "@docsteward/services/site/testing-site";
import { seedKey, seedProject } from "@docsteward/services/testing";
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { POST } from "#app/(api)/mcp/[domain]/route.ts";
import { type AssistantApp, openAssistantApp } from "#testing/assistant-app.ts";
import { connectMcp } from "#testing/connect-mcp.ts";
import { send } from "#testing/test-app.ts";
import { provideServices } from "./services.ts";

let app: AssistantApp;
beforeAll(async () => {
  app = await openAssistantApp("anthropic");
});
afterAll(() => app.close());

const GUIDES = [
  { path: "/c#", title: "C#", text: "The client for C#." },
  { path: "/de/guides/setup", title: "Einrichten", text: "Richte es ein.", language: "de" },
  { path: "/guides/old", title: "Old", text: "The old way.", version: "1" },
  { path: "/guides/setup", title: "Setup", text: "Set it up.", version: "2", description: "How to begin." },
  { path: "/guides/staff", title: "Staff", text: "For staff alone.", readers: ["staff"] },
];

/** A site of guides, of which one is for staff. */
async function openGuides() {
  const ctx = await seedProject(app.services);
  await updateProject(ctx, { siteUrl: "https://acme.com/de" });
  await seedSite(ctx, GUIDES);
  const { secret } = await setReaderAccess(ctx, { method: "secret", isByNavigation: false });
  const { domain } = ctx.project;
  const key = (await seedKey(ctx, { kind: "assistant" })).token;
  const token = signReaderToken(secret ?? "", { aud: domain, groups: ["staff"] });
  return { ctx, domain, key, staff: { "X-Reader-Token": token } };
}

async function connect(connection: Parameters<typeof connectMcp>[0]): Promise<Client> {
  const client = await connectMcp(connection);
  onTestFinished(() => client.close());
  return client;
}

type Structured = Record<string, unknown>;
async function use(client: Client, name: string, args: Structured = {}) {
  const { structuredContent, content, isError } = await client.callTool({ name, arguments: args });
  return { structured: structuredContent as Structured, text: JSON.stringify(content), isError };
}

const pathsOf = ({ structured }: { structured: Structured }) =>
  (structured.pages as { path: string }[]).map(({ path }) => path);

describe.each([undefined, "2026-07-28"] as const)("in revision %s (2025-11-25 if undefined)", (revision) => {
  test("pages are listed in parts, and by language, version and path", async () => {
    const { domain, key } = await openGuides();
    const client = await connect({ to: { domain }, key, revision });

    const first = await use(client, "list_pages", { limit: 2 });
    const second = await use(client, "list_pages", { limit: 2, cursor: first.structured.nextCursor });

    expect(pathsOf(first)).toEqual(["/c#", "/de/guides/setup"]);
    expect(pathsOf(second)).toEqual(["/guides/old", "/guides/setup"]);
    expect(second.structured.nextCursor).toBeNull();
    expect(second.structured.pages).toContainEqual({
      path: "/guides/setup",
      url: "https://acme.com/de/guides/setup",
      title: "Setup",
      description: "How to begin.",
      version: "2",
      language: null,
      updatedAt: null,
    });
    expect(second.text).toContain("[Setup](https://acme.com/de/guides/setup): How to begin.");
    expect(pathsOf(await use(client, "list_pages", { language: "de" }))).toEqual(["/de/guides/setup"]);
    expect(pathsOf(await use(client, "list_pages", { version: "1", path: "/guides" }))).toEqual(["/guides/old"]);
    expect(await use(client, "list_pages", { cursor: "bm8" })).toMatchObject({ isError: true });
  });

  test("a question is answered with citations, continued in its thread, and rated", async () => {
    const { domain } = app.ctx.project;
    const client = await connect({ to: { domain }, key: app.key, revision });
    app.plays([reply.text("A file may be 50 MB [1]."), reply.text("Set MAX_UPLOAD_MB [1].")]);

    const asked = await use(client, "ask", { question: "How large may a file be?" });
    const { threadId, messageId } = asked.structured;
    const followed = await use(client, "ask", { question: "How do I change that?", threadId });
    const rating = { messageId, rating: "down", comment: "Too short." };
    const rated = await use(client, "submit_feedback", rating);

    expect(asked.structured).toMatchObject({
      answer: "A file may be 50 MB [1].",
      category: "answered",
      sources: [{ number: 1, title: "Uploads", path: "/upload", url: "/upload#uploads" }],
    });
    expect(asked.text).toContain("Sources:\\n[1] [Uploads](/upload#uploads)");
    expect(followed.structured.threadId).toBe(threadId);
    expect(JSON.stringify(app.requests.at(-1))).toContain("A file may be 50 MB");
    expect(rated.structured).toEqual(rating);
    const stored = await app.services.db.threadTurn.findUniqueOrThrow({ where: { id: String(messageId) } });
    expect(stored).toMatchObject({ rating: "down", comment: "Too short.", status: "done" });
  });

  test("pages are resources: a template, a list in parts and each page as Markdown", async () => {
    const { domain, key } = await openGuides();
    const client = await connect({ to: { domain }, key, revision });

    const { resourceTemplates } = await client.listResourceTemplates();
    const { resources } = await client.listResources();
    const read = await client.readResource({ uri: `docsteward://${domain}/c%23` });

    expect(resourceTemplates).toMatchObject([
      { uriTemplate: `docsteward://${domain}{+path}`, mimeType: "text/markdown" },
    ]);
    expect(resources.map(({ uri }) => uri.replace(`docsteward://${domain}`, ""))).toEqual([
      "/c%23",
      "/de/guides/setup",
      "/guides/old",
      "/guides/setup",
    ]);
    expect(resources.at(-1)).toMatchObject({ title: "Setup", description: "How to begin.", mimeType: "text/markdown" });
    const german = await client.readResource({ uri: `docsteward://${domain}/de/guides/setup` });
    expect(german.contents).toMatchObject([{ text: "Richte es ein." }]);
    expect(read.contents).toEqual([
      { uri: `docsteward://${domain}/c%23`, mimeType: "text/markdown", text: "The client for C#." },
    ]);
  });

  test("a page that the reader may not read is neither listed nor there, and is with their token", async () => {
    const { domain, key, staff } = await openGuides();
    const uri = `docsteward://${domain}/guides/staff`;
    const anyone = await connect({ to: { domain }, key, revision });
    const member = await connect({ to: { domain }, key, revision, headers: staff });

    expect(pathsOf(await use(anyone, "list_pages"))).not.toContain("/guides/staff");
    await expect(anyone.readResource({ uri })).rejects.toMatchObject({ data: { uri } });
    await expect(anyone.readResource({ uri: `docsteward://${domain}/nowhere` })).rejects.toThrow("not found");
    await expect(anyone.readResource({ uri: "docsteward://other/c%23" })).rejects.toThrow("not found");
    await expect(anyone.readResource({ uri: `docsteward://${domain}/%E0%A4%A` })).rejects.toThrow("not found");

    expect(pathsOf(await use(member, "list_pages"))).toContain("/guides/staff");
    const { contents } = await member.readResource({ uri });
    expect(contents).toMatchObject([{ text: "For staff alone." }]);
  });

  test("a visitor of a public project lists and reads pages, and is refused answers and ratings in a sentence", async () => {
    const { ctx, domain } = await openGuides();
    await updateProject(ctx, { isPublic: true });
    const headers = { "X-Docsteward-Remote-Address": "192.0.2.7" };
    const visitor = await connect({ to: { domain }, revision, headers });
    const asked = app.requests.length;

    const listed = pathsOf(await use(visitor, "list_pages"));
    const { resources } = await visitor.listResources();
    const answer = await use(visitor, "ask", { question: "How do I set it up?" });
    const rating = await use(visitor, "submit_feedback", { messageId: "msg_6kT2", rating: "up" });

    expect(listed).toEqual(["/c#", "/de/guides/setup", "/guides/old", "/guides/setup"]);
    expect(resources).toHaveLength(4);
    expect(answer).toMatchObject({ isError: true, text: expect.stringContaining("Answers need an API key.") });
    expect(rating).toMatchObject({ isError: true, text: expect.stringContaining("Ratings need an API key.") });
    expect(app.requests).toHaveLength(asked);
  });
});

test("resources of a large site are listed 100 at a time", async () => {
  const ctx = await seedProject(app.services);
  const { token: key } = await seedKey(ctx, { kind: "assistant" });
  await seedSite(
    ctx,
    [...Array(150).keys()].map((page) => ({ path: `/many/${page}`, text: `Page ${page}.` })),
  );
  const { domain } = ctx.project;
  const body = { jsonrpc: "2.0", id: 1, method: "resources/list" };

  const part = await (await send(POST, { params: { domain }, key, body })).text();
  const { resources } = await (await connect({ to: { domain }, key })).listResources();

  expect(part.match(/docsteward:/g)).toHaveLength(100);
  expect(part).toContain('"nextCursor":"');
  expect(new Set(resources.map(({ uri }) => uri)).size).toBe(150);
});

test("a cursor that no list gave is refused, also of resources", async () => {
  const { domain, key } = await openGuides();
  const client = await connect({ to: { domain }, key });

  await expect(client.listResources({ cursor: "bm8" })).rejects.toThrow("The cursor is invalid.");
});

test("an answer of another project can't be rated", async () => {
  const { domain, key } = await openGuides();
  app.plays([reply.text("A file may be 50 MB [1].")]);
  const own = await connect({ to: { domain: app.ctx.project.domain }, key: app.key });
  const foreign = await connect({ to: { domain }, key });
  const { structured } = await use(own, "ask", { question: "How large may a file be?" });

  const { messageId } = structured;
  const rated = await use(foreign, "submit_feedback", { messageId, rating: "up" });

  expect(rated).toMatchObject({ isError: true, text: expect.stringContaining("Answer not found.") });
});

test("a question counts against the month's budget, and is refused once that is used up", async () => {
  // Routes use the services that were opened last.
  onTestFinished(() => provideServices(app.services));
  const budgets = { projectMicroUsd: 1, organizationMicroUsd: null };
  const tight = await openAssistantApp("anthropic", { budgets, models: { defaultName: "sonnet", names: ["sonnet"] } });
  const client = await connectMcp({ to: { domain: tight.ctx.project.domain }, key: tight.key });
  const question = "How large may a file be?";
  tight.plays([reply.text("50 MB [1].")]);
  const first = await use(client, "ask", { question });

  const second = await use(client, "ask", { question });
  await client.close();
  await tight.close();

  expect(first.isError).toBeUndefined();
  expect(second).toMatchObject({ isError: true, text: expect.stringContaining("budget") });
  expect(tight.requests).toHaveLength(1);
});

test("a model that fails makes the tool fail in a sentence", async () => {
  const client = await connect({ to: { domain: app.ctx.project.domain }, key: app.key });
  app.plays([]);

  const answer = await use(client, "ask", { question: "How large may a file be?" });

  expect(answer.isError).toBe(true);
  expect(answer.structured).toBeUndefined();
});
