import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connect } from "./service.ts";

/** A service whose settings come when the test says so; it keeps the paths of its calls. */
async function startService(settings: () => Promise<object | null>) {
  const calls: string[] = [];
  const server = createServer(async ({ url = "" }, response) => {
    calls.push(url);
    if (!url.endsWith("/widget")) response.end("data: [DONE]\n\n");
    else {
      const body = await settings();
      response.writeHead(body === null ? 500 : 200, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    }
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { host, calls, [Symbol.dispose]: () => void server.close() };
}

const QUESTION = { chatId: "chat_1", threadId: null, history: [], question: "Why?", selection: null };
const CONFIG = { domain: "acme-docs" };

beforeEach(() => void vi.stubGlobal("location", { pathname: "/guides" }));
afterEach(() => void vi.unstubAllGlobals());

test("a question that is asked while the settings load is sent once they are loaded", async () => {
  const loaded = Promise.withResolvers<object>();
  using at = await startService(() => loaded.promise);
  const onOpened = vi.fn();
  const service = connect({ key: "k", host: at.host }, { onOpened, onFailed: vi.fn() });

  void service.open();
  const asked = service.ask(QUESTION, new AbortController().signal);
  await expect.poll(() => at.calls).toEqual(["/discovery/v1/widget"]);
  loaded.resolve(CONFIG);
  await (await asked)?.cancel();

  expect(at.calls).toEqual(["/discovery/v1/widget", "/discovery/v2/assistant/acme-docs/message"]);
  expect(onOpened).toHaveBeenCalledOnce();
});

test("settings that can't be loaded refuse the question with a reason, and the next question loads them again", async () => {
  const answers = [null, CONFIG];
  using at = await startService(async () => answers.shift() ?? null);
  const onFailed = vi.fn();
  const service = connect({ key: "k", host: at.host }, { onOpened: vi.fn(), onFailed });
  const { signal } = new AbortController();

  await expect(service.ask(QUESTION, signal)).rejects.toMatchObject({ kind: "failed" });
  await (await service.ask(QUESTION, signal))?.cancel();

  expect(onFailed).toHaveBeenCalledOnce();
  expect(at.calls.at(-1)).toBe("/discovery/v2/assistant/acme-docs/message");
});
