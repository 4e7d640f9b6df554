import { expect, test } from "vitest";
import { createTokenCache } from "./installation-token.ts";

const MINUTE_MS = 60_000;

function openCache(lifeMs = 60 * MINUTE_MS) {
  let nowMs = Date.parse("2026-01-02T03:04:05Z");
  const minted: string[] = [];
  const cache = createTokenCache({
    now: () => new Date(nowMs),
    mint: async (name) => {
      minted.push(name);
      return { token: `token ${minted.length}`, expiresAt: new Date(nowMs + lifeMs) };
    },
  });
  return { cache, minted, pass: (ms: number) => (nowMs += ms) };
}

test("a token serves until shortly before its end, and then a new one is got", async () => {
  const { cache, pass } = openCache();

  expect(await cache.get("acme/docs")).toBe("token 1");
  pass(54 * MINUTE_MS);
  expect(await cache.get("acme/docs")).toBe("token 1");
  pass(2 * MINUTE_MS);
  expect(await cache.get("acme/docs")).toBe("token 2");
});

test("one that lives for seconds serves for most of them", async () => {
  const { cache, pass } = openCache(4_000);

  await cache.get("acme/docs");
  pass(2_900);
  expect(await cache.get("acme/docs")).toBe("token 1");
  pass(200);
  expect(await cache.get("acme/docs")).toBe("token 2");
});

test("callers at the same time share one, and each repository has its own", async () => {
  const { cache, minted } = openCache();

  const tokens = await Promise.all(["acme/docs", "acme/docs", "acme/other"].map((name) => cache.get(name)));

  expect(tokens).toEqual(["token 1", "token 1", "token 2"]);
  expect(minted).toEqual(["acme/docs", "acme/other"]);
});

test("one that was refused is forgotten, and a newer one stays", async () => {
  const { cache } = openCache();
  const first = await cache.get("acme/docs");

  cache.drop("acme/docs", first);
  const second = await cache.get("acme/docs");
  cache.drop("acme/docs", first);

  expect(second).toBe("token 2");
  expect(await cache.get("acme/docs")).toBe(second);
});

test("a failure is not kept", async () => {
  let calls = 0;
  const cache = createTokenCache({
    now: () => new Date(),
    mint: async () => {
      calls += 1;
      if (calls === 1) throw new Error("away");
      return { token: "token", expiresAt: new Date(Date.now() + 60 * MINUTE_MS) };
    },
  });

  await expect(cache.get("acme/docs")).rejects.toThrow("away");
  expect(await cache.get("acme/docs")).toBe("token");
});
