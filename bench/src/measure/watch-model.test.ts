import { expect, test } from "vitest";
import { reply } from "../../../testing/model-script/src/script.ts";
import { startModelServer } from "../../../testing/model-script/src/start-model-server.ts";
import { gapsMs, watchModel } from "./watch-model.ts";

const ask = (url: string) =>
  fetch(`${url}/v1/messages`, {
    method: "POST",
    body: JSON.stringify({ model: "m", max_tokens: 1, messages: [{ role: "user", content: "Hello" }] }),
  }).then((response) => response.text());

test("every request of the watched server is noted from arrival to answer, and none of another", async () => {
  await using watched = await startModelServer(() => reply.text("Hi"));
  await using other = await startModelServer(() => reply.text("Hi"));
  const watch = watchModel(watched.url);

  await ask(watched.url);
  await ask(other.url);
  await ask(watched.url);
  watch.stop();

  expect(watch.turns).toHaveLength(2);
  for (const { arrivedMs, answeredMs } of watch.turns) expect(answeredMs).toBeGreaterThanOrEqual(arrivedMs);
});

test("a gap is the time between an answer and the next request", () => {
  const turns = [
    { arrivedMs: 0, answeredMs: 10 },
    { arrivedMs: 14, answeredMs: 20 },
    { arrivedMs: 21, answeredMs: 30 },
  ];

  expect(gapsMs(turns)).toEqual([4, 1]);
});
