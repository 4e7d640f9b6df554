import { silentLogger } from "@docsteward/platform/log";
import { expect, test, vi } from "vitest";
import { createClient } from "./client.ts";
import { openDatabaseClock } from "./database-clock.ts";
import { testServerUrl } from "./testing.ts";

const HOUR_MS = 3_600_000;

test.each([HOUR_MS, -HOUR_MS])(
  "it has the database's time on a machine whose clock is %i ms off, and when that clock is set right",
  async (offMs) => {
    const db = createClient(testServerUrl(), { log: silentLogger, poolSize: 1 });
    const rightMs = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: rightMs + offMs });
    const clock = await openDatabaseClock(db);
    const beside = Math.abs(clock.now().getTime() - rightMs);
    vi.useRealTimers();
    const afterwards = Math.abs(clock.now().getTime() - Date.now());
    clock.close();
    await db.$disconnect();

    // Far more than any wait here, and far less than the machine's clock was off.
    expect(beside).toBeLessThan(HOUR_MS / 10);
    expect(afterwards).toBeLessThan(HOUR_MS / 10);
  },
);
