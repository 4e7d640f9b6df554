import { expect, test, vi } from "vitest";
import { drainRequestBody } from "./endpoint.ts";

const context = { params: Promise.resolve({}) };
const refuse = drainRequestBody(async () => new Response("no", { status: 403 }));

function post(body: BodyInit) {
  return new Request("http://localhost/", { method: "POST", body, duplex: "half" } as RequestInit);
}

/** A body of that many pieces of 1,000 bytes, and how many of them were taken. */
function pieces(count: number) {
  const taken = { count: 0 };
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (taken.count === count) return controller.close();
      taken.count += 1;
      controller.enqueue(new Uint8Array(1_000));
    },
  });
  return { taken, body };
}

test("an unused body is read to its end before the answer", async () => {
  const { taken, body } = pieces(50);

  const response = await refuse(post(body), context);

  expect(response.status).toBe(403);
  expect(taken.count).toBe(50);
});

test("so is the rest of one that was read in part", async () => {
  const { taken, body } = pieces(50);
  const stopsEarly = drainRequestBody(async (request) => {
    for await (const _ of request.body?.values({ preventCancel: true }) ?? []) break;
    return new Response(null, { status: 413 });
  });

  expect((await stopsEarly(post(body), context)).status).toBe(413);
  expect(taken.count).toBe(50);
});

test("a body without an end is left", async () => {
  const { taken, body } = pieces(Number.POSITIVE_INFINITY);

  expect((await refuse(post(body), context)).status).toBe(403);
  expect(taken.count).toBeLessThan(20_000);
});

test("a body that stops coming does not delay the answer forever", async () => {
  vi.useFakeTimers();
  using _ = { [Symbol.dispose]: () => vi.useRealTimers() };
  const silent = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => undefined) });

  const response = refuse(post(silent), context);
  await vi.advanceTimersByTimeAsync(10_000);

  expect((await response).status).toBe(403);
});

test("a body that breaks off is no error", async () => {
  const broken = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error("gone")) });

  expect((await refuse(post(broken), context)).status).toBe(403);
});
