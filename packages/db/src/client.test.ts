import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { constants, getPriority } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "./testing.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const here = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

/** The priority of the server's process for a client of a process that gives way by 5. */
async function backendPriority(isPatient: boolean): Promise<number> {
  const source = `
    const { createClient } = await import(${here("client.ts")});
    const { lowerPriority } = await import(${here("../../platform/src/priority.ts")});
    const { silentLogger } = await import(${here("../../platform/src/log.ts")});
    const { getPriority } = await import("node:os");
    lowerPriority(5);
    const db = createClient(${JSON.stringify(database.url)}, { log: silentLogger, poolSize: 1, isPatient: ${isPatient} });
    const [{ pid }] = await db.$queryRaw\`SELECT pg_backend_pid() AS pid\`;
    process.send(getPriority(pid));
    await db.$disconnect();
    process.disconnect();
  `;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", source], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const [[priority]] = await Promise.all([once(child, "message"), once(child, "exit")]);
  return Number(priority);
}

test.skipIf(!existsSync("/proc/self/cmdline"))(
  "statements of a patient client give way as its process does",
  async () => {
    const ordinary = await backendPriority(false);

    expect(ordinary).toBeLessThanOrEqual(getPriority());
    expect(await backendPriority(true)).toBe(Math.min(getPriority() + 5, constants.priority.PRIORITY_LOW));
  },
);
