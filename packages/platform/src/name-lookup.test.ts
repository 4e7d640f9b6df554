import type { LookupAddress } from "node:dns";
import { expect, test } from "vitest";
import { createNameLookup } from "./name-lookup.ts";

const HERE: LookupAddress = { address: "127.0.0.1", family: 4 };
const forever = new AbortController().signal;

/** A resolver whose answers the test gives, and a clock that it sets. */
function startResolver() {
  const open: { name: string; answer: (addresses: LookupAddress[]) => void; fail: (error: Error) => void }[] = [];
  const clock = { ms: 0 };
  const find = createNameLookup({
    nowMs: () => clock.ms,
    lookup: (name) =>
      new Promise((answer, fail) => {
        open.push({ name, answer, fail });
      }),
  });
  const asked = () => open.map(({ name }) => name);
  const settle = async (work: Promise<unknown>) => {
    open.at(-1)?.answer([HERE]);
    await work;
  };
  return { find, open, clock, asked, settle };
}

test("a name is found with the system's resolver", async () => {
  const found = await createNameLookup()("localhost", forever);

  expect(found.map(({ address }) => address)).toEqual(expect.arrayContaining([expect.stringMatching(/^127\.|^::1$/)]));
});

test("a name that never answers holds up new names, and none that was quick", async () => {
  const { find, asked, settle } = startResolver();
  await settle(find("quick.example", forever));
  void find("dead.example", forever);
  const later = find("new.example", forever);

  await settle(find("quick.example", forever));

  expect(asked()).toEqual(["quick.example", "dead.example", "quick.example"]);
  expect(await Promise.race([later, Promise.resolve("waits")])).toBe("waits");
});

test("names that wait are looked up one after the other, in their order, without those whose callers left", async () => {
  const { find, open, asked } = startResolver();
  const leaving = new AbortController();
  const first = find("a.example", forever);
  const left = expect(find("b.example", leaving.signal)).rejects.toThrow("left");
  const last = find("c.example", forever);
  leaving.abort(new Error("left"));
  await left;
  open[0]?.fail(new Error("ENOTFOUND a.example"));
  await expect(first).rejects.toThrow("ENOTFOUND");
  await expect.poll(asked).toEqual(["a.example", "c.example"]);
  open[1]?.answer([HERE]);

  expect(await last).toEqual([HERE]);
});

test("a name that failed after long is left alone for half a minute, and one that failed at once is asked again", async () => {
  const { find, open, asked, clock, settle } = startResolver();
  const failed = find("dead.example", forever);
  clock.ms = 10_000;
  open[0]?.fail(new Error("EAI_AGAIN"));
  await expect(failed).rejects.toThrow("EAI_AGAIN");
  clock.ms = 39_999;
  await expect(find("dead.example", forever)).rejects.toThrow("EAI_AGAIN");
  expect(asked()).toEqual(["dead.example"]);
  clock.ms = 40_000;
  await settle(find("dead.example", forever));

  const missing = find("missing.example", forever);
  open.at(-1)?.fail(new Error("ENOTFOUND"));
  await expect(missing).rejects.toThrow("ENOTFOUND");
  await settle(find("missing.example", forever));
});

test("more than a thousand waiting names are refused", async () => {
  const { find } = startResolver();
  void find("dead.example", forever);
  for (let count = 0; count < 1_000; count++) void find(`n${count}.example`, forever);

  await expect(find("more.example", forever)).rejects.toMatchObject({ code: "EAI_AGAIN" });
});
