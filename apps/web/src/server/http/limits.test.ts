import { expect, test } from "vitest";
import { createStreamLimit } from "./limits.ts";

const endless = async () => new Response(new ReadableStream({ pull: (sink) => sink.enqueue(new Uint8Array(1)) }));
const short = async () => new Response("done");
const refused = { code: "rate_limited", options: { retryAfterSeconds: 5 } };

test("a caller holds so many streams and no more, until one is left", async () => {
  const streams = createStreamLimit({ perCaller: 2, perProcess: 10 });
  const [first] = [await streams.hold("a", endless), await streams.hold("a", endless)];

  await expect(streams.hold("a", endless)).rejects.toMatchObject(refused);
  await streams.hold("b", endless);
  await first.body?.cancel();

  expect((await streams.hold("a", endless)).status).toBe(200);
});

test("all together hold so many", async () => {
  const streams = createStreamLimit({ perCaller: 10, perProcess: 2 });
  await streams.hold("a", endless);
  await streams.hold("b", endless);

  await expect(streams.hold("c", endless)).rejects.toMatchObject(refused);
});

test("what has ended, has no body or never began holds nothing", async () => {
  const streams = createStreamLimit({ perCaller: 1, perProcess: 1 });

  expect(await (await streams.hold("a", short)).text()).toBe("done");
  await streams.hold("a", async () => new Response(null, { status: 204 }));
  await expect(streams.hold("a", () => Promise.reject(new Error("no such job")))).rejects.toThrow("no such job");

  expect((await streams.hold("a", short)).status).toBe(200);
});
