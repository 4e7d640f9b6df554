import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, expect } from "vitest";
import { seedProject } from "../testing.ts";
import { servicesTest } from "../testing-fixtures.ts";
import type { Order } from "./testing-consumer.ts";

const PROCESSES = 3;
const CALLS = 10_050;
const children: ChildProcess[] = [];
const test = servicesTest();
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

async function startConsumer(order: Order): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, "testing-consumer.ts"), { execArgv: [] });
  children.push(child);
  child.send(order);
  await once(child, "message");
  return child;
}

test("of 10,050 concurrent calls by several processes exactly 10,000 pass", async ({ services }) => {
  const { project } = await seedProject(services);
  const consumers = await Promise.all(
    Array.from({ length: PROCESSES }, (_, index) =>
      startConsumer({
        url: services.databaseUrl,
        calls: CALLS / PROCESSES,
        names: ["key-month", "org-hour", "ip-day"],
        project,
        // One key from several addresses: only the count of the key is used up.
        actor: { kind: "key", keyId: "key_one", address: `198.51.100.${index}`, quotas: { "org-hour": 1_000_000 } },
      }),
    ),
  );

  const ended = consumers.map((child) => once(child, "message"));
  for (const child of consumers) child.send("go");
  const results = (await Promise.all(ended)).map(([result]) => result as { passed: number; codes: string[] });

  expect(results.reduce((sum, { passed }) => sum + passed, 0)).toBe(10_000);
  expect([...new Set(results.flatMap(({ codes }) => codes))]).toEqual(["quota_exceeded"]);
  const counters = await services.db.limitCounter.findMany({ orderBy: { key: "asc" } });
  const sumOf = (name: string) =>
    counters.filter(({ key }) => key.startsWith(name)).reduce((sum, { count }) => sum + count, 0);
  expect([sumOf("key-month"), sumOf("org-hour"), sumOf("ip-day")]).toEqual([10_000, 10_000, 10_000]);
});
