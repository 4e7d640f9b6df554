import { afterAll, beforeAll, expect, test } from "vitest";
import { type ChatService, startChatService } from "./testing/chat-service.ts";

const TEXT = "Use a kill switch [1]. It turns the feature off at once, for everybody.";
const QUESTION = "How do I turn a feature off immediately?";

let service: ChatService;
beforeAll(async () => {
  service = await startChatService();
  // Where there is no build of the web app, it makes one.
}, 900_000);
afterAll(() => service?.close());

type Ask = {
  version?: 1 | 2;
  question?: string;
  body?: object;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

function ask({ version = 2, question = QUESTION, body = {}, headers = {}, signal }: Ask = {}): Promise<Response> {
  const { api, key } = service.site({ version });
  const message =
    version === 1 ? { role: "user", content: question } : { role: "user", parts: [{ type: "text", text: question }] };
  return fetch(api, {
    method: "POST",
    signal,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
    body: JSON.stringify({ fp: "anonymous", messages: [{ id: "1", ...message }], ...body }),
  });
}

/** Reads server-sent events as the standard has them: comments are passed over. */
async function readEvents(response: Response): Promise<Record<string, unknown>[]> {
  const lines = (await response.text()).split("\n").filter((line) => line.startsWith("data: "));
  expect(lines.pop()).toBe("data: [DONE]");
  return lines.map((line) => JSON.parse(line.slice("data: ".length)));
}

const textOf = (events: Record<string, unknown>[]) =>
  events.map(({ type, delta }) => (type === "text-delta" ? delta : "")).join("");

test("a plain caller finds the thread where the interface says it is, and joins it again", async () => {
  service.teach(QUESTION, { text: TEXT });
  const response = await ask();
  const events = await readEvents(response);
  const finish = events.find(({ type }) => type === "finish");

  const again = await ask({ body: { threadId: finish?.threadId } });

  expect(response.headers.get("content-type")).toBe("text/event-stream");
  expect(response.headers.get("x-vercel-ai-ui-message-stream")).toBe("v1");
  expect(textOf(events)).toBe(TEXT);
  expect(events.some(({ type, url }) => type === "source-url" && String(url).includes("/flags"))).toBe(true);
  expect(finish?.threadId).toBe(response.headers.get("x-thread-id"));
  expect((await readEvents(again)).find(({ type }) => type === "finish")?.threadId).toBe(finish?.threadId);
});

test.each([
  ["a chat client's body has it in the metadata alone", { body: { id: "chat-0123456789abcdef" } }, false],
  [
    "a caller may ask for it on the last chunk",
    { body: { trigger: "x" }, headers: { "x-stream-compat": "literal" } },
    true,
  ],
  ["a caller may ask for none there", { headers: { "x-stream-compat": "strict" } }, false],
])("%s", async (_, asked, isLiteral) => {
  service.teach(QUESTION, { text: TEXT });

  const finish = (await readEvents(await ask(asked))).at(-1);

  expect(finish).toMatchObject({ type: "finish", messageMetadata: { threadId: expect.any(String) } });
  expect("threadId" in (finish ?? {})).toBe(isLiteral);
});

test("version 1 is lines, the thread among them, under the headers of its generation", async () => {
  service.teach(QUESTION, { text: TEXT });

  const response = await ask({ version: 1 });
  const lines = (await response.text()).trimEnd().split("\n");
  const values = (code: string) =>
    lines.filter((line) => line.startsWith(`${code}:`)).map((line) => JSON.parse(line.slice(2)));

  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(response.headers.get("x-vercel-ai-data-stream")).toBe("v1");
  expect(response.headers.get("deprecation")).toBe("@1773014400");
  expect(values("0").join("")).toBe(TEXT);
  expect(values("2")).toEqual([[{ type: "finish", threadId: response.headers.get("x-thread-id") }]]);
  expect(lines.at(-1)).toMatch(/^d:/);
});

test.each([1, 2] as const)(
  "a model that fails before its first word is a plain error in version %i",
  async (version) => {
    service.teach(QUESTION, { status: 400, errorMessage: "a vendor's own words" });

    const response = await ask({ version });
    const text = await response.text();

    expect(response.status).toBe(502);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(JSON.parse(text)).toMatchObject({ code: "upstream_error" });
    expect(text).not.toContain("a vendor's own words");
  },
);

test("the model's call ends when a plain caller leaves", async () => {
  const left = Promise.withResolvers<void>();
  const question = "How do I turn off an abandoned feature?";
  service.teach(question, { text: TEXT, until: new Promise(() => undefined), onLeft: left.resolve });
  const caller = new AbortController();
  const response = await ask({ question, signal: caller.signal });
  await response.body?.getReader().read();

  caller.abort();

  await expect(left.promise).resolves.toBeUndefined();
});

test("the model's call ends when a chat client leaves and asks another question", async () => {
  const left = Promise.withResolvers<void>();
  const [first, second] = ["How do I turn off the first thing?", "How do I turn off the second thing?"] as const;
  service.teach(first, { text: TEXT, until: new Promise(() => undefined), onLeft: left.resolve });
  service.teach(second, { text: TEXT });
  const body = { id: "chat-that-goes-on-0123" };
  const client = new AbortController();
  const response = await ask({ question: first, body, signal: client.signal });
  await response.body?.getReader().read();
  client.abort();

  await readEvents(await ask({ question: second, body }));

  await expect(left.promise).resolves.toBeUndefined();
});

test("an answer is not kept under an id that could be guessed, nor for another key", async () => {
  const gate = Promise.withResolvers<void>();
  service.teach(QUESTION, { text: TEXT, until: gate.promise });
  const guessable = ["1", "1234567890123456", "short"];
  const unguessable = "a7GkQ2mPz9XcVb3N";
  const { api, key } = service.site({ process: 1 });
  const status = async (id: string, token = key) =>
    (await fetch(`${api}/${id}/stream`, { method: "HEAD", headers: { authorization: `Bearer ${token}` } })).status;

  const answers = await Promise.all([...guessable, unguessable].map((id) => ask({ body: { id } })));

  expect(await Promise.all(guessable.map((id) => status(id)))).toEqual([204, 204, 204]);
  expect(await status(unguessable)).toBe(200);
  expect(await status(unguessable, await service.otherKey())).toBe(204);
  gate.resolve();
  await Promise.all(answers.map((answer) => answer.text()));
});
