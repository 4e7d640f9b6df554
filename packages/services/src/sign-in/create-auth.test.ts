import { createHook } from "node:async_hooks";
import { createTestDatabase } from "@docsteward/db/testing";
import { systemClock } from "@docsteward/platform/clock";
import { silentLogger } from "@docsteward/platform/log";
import { expect, test } from "vitest";
import { createAuth } from "./create-auth.ts";

/** Counts the passwords that are being hashed, by Node's own requests for that. */
function watchHashing() {
  const open = new Set<number>();
  let most = 0;
  const hook = createHook({
    init(id, type) {
      if (type !== "SCRYPTREQUEST") return;
      open.add(id);
      most = Math.max(most, open.size);
    },
    before: (id) => void open.delete(id),
  }).enable();
  return { most: () => most, [Symbol.dispose]: () => void hook.disable() };
}

test("passwords are hashed and compared one at a time, so that a flood of sign-ins leaves the other cores alone", async () => {
  const { db, drop } = await createTestDatabase();
  try {
    const options = { db, log: silentLogger, clock: systemClock, baseUrl: "http://localhost", signInProviders: {} };
    const { password } = await createAuth({ ...options, keySecret: "k".repeat(32) }).$context;
    using hashing = watchHashing();
    const hashes = await Promise.all(["one", "two", "three"].map((text) => password.hash(text)));
    const [hash = ""] = hashes;
    const right = await Promise.all(["one", "two"].map((text) => password.verify({ hash, password: text })));

    expect(right).toEqual([true, false]);
    expect(hashing.most()).toBe(1);
  } finally {
    await drop();
  }
});
