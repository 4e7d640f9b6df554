import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { type DatabaseMessage, WAITS_FOR_DATABASE, withDatabaseAddress } from "./database-address.ts";
import { parseEnv } from "./env.ts";

const SAYS = fileURLToPath(new URL("./testing-says-database.ts", import.meta.url));

test("a process waits for the address that its supervisor sends, however late it listens, and goes on by itself", async () => {
  const child = fork(SAYS, [WAITS_FOR_DATABASE], { env: { DATABASE_URL: "postgresql://earlier/one" } });
  const message: DatabaseMessage = { type: "database", url: "postgresql://later/two" };
  child.send(message);
  const [said] = await once(child, "message");

  expect(said).toBe("postgresql://later/two");
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("a process without a supervisor keeps the address of its variables", async () => {
  const settings = parseEnv({ DATABASE_URL: "postgresql://given/one" });

  expect(await withDatabaseAddress(settings)).toBe(settings);
});
