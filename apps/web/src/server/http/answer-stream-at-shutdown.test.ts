import "../../testing/test-app.ts";
import type { UiChunk } from "@docsteward/contract/ui-chunk";
import { expect, test } from "vitest";
import { beginShutdown } from "../shutdown.ts";
import { type AnswerFormat, answerStream } from "./answer-stream.ts";

const plain: AnswerFormat = {
  headers: { "Content-Type": "text/plain" },
  keepAlive: "~",
  write: (chunk) => `<${"delta" in chunk ? chunk.delta : Object.values(chunk).join(" ")}>`,
  end: ".",
};

const text = (delta: string): UiChunk => ({ type: "text-delta", id: "0", delta });

/** Begins an answer that says one chunk, and the rest once it is let. */
async function begin(shutdownMs: number) {
  const { promise: rest, resolve: letGo } = Promise.withResolvers<void>();
  async function* chunks() {
    yield text("first");
    await rest;
    yield text("last");
  }
  const response = await answerStream(async () => ({ chunks: chunks() }), {
    format: () => plain,
    request: new Request("http://localhost/"),
    requestId: "req_01JD0000000000000000000000",
    shutdownMs,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const read = async () => (await reader?.read())?.value;
  return { first: await read(), read, letGo };
}

// A process stops but once, so all that is said of it is one test.
test("an answer that runs while the service stops may end, or says that it broke off", async () => {
  const [patient, cut] = [await begin(60_000), await begin(1)];

  beginShutdown();
  const broken = await cut.read();
  patient.letGo();
  const later = await begin(1);

  expect([patient.first, cut.first]).toEqual(["<first>", "<first>"]);
  expect(broken).toBe(
    "<error This answer was interrupted because the service is restarting. Ask again in a few seconds.>.",
  );
  expect(await cut.read()).toBeUndefined();
  expect(await patient.read()).toBe("<last>.");
  expect(await later.read()).toBe(broken);
  cut.letGo();
  later.letGo();
});
