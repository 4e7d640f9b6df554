import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { servicesTest } from "@docsteward/services/testing-fixtures";
import { listWorkers } from "@docsteward/services/worker-process";
import { expect } from "vitest";
import { runCli, variablesOf } from "./testing.ts";

const test = servicesTest();

const MAIN = fileURLToPath(new URL("main.ts", import.meta.url));

test("serve migrate says when there is nothing to apply, and ends", async ({ services }) => {
  expect(await runCli(variablesOf(services), "serve", "migrate")).toMatchObject({
    code: 0,
    stderr: "The database is up to date.\n",
  });
});

test("serve worker runs a worker, without any tool of the workspace, until it gets a stop signal", async ({
  services,
}) => {
  const child = spawn(process.execPath, [MAIN, "serve", "worker"], {
    // No PATH to pnpm, turbo or node: git alone is needed.
    env: { ...variablesOf(services), PATH: "/usr/bin:/bin", LOG_LEVEL: "info", LOG_FORMAT: "json" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => {
    said += chunk;
  });
  await expect.poll(() => said).toContain("worker is ready");
  await expect.poll(() => listWorkers(services)).toHaveLength(1);
  // It took the place of the command, and no process waits for it.
  if (process.platform === "linux")
    expect(await readFile(`/proc/${child.pid}/cmdline`, "utf8")).toMatch(/^docsteward-worker\0/);

  child.kill("SIGTERM");

  expect(await exited).toEqual([0, null]);
  expect(await listWorkers(services)).toEqual([]);
});

test("a part is refused without a database of its own, in a sentence", async ({ services }) => {
  const { DATABASE_URL: _, ...variables } = variablesOf(services);

  for (const part of ["web", "worker", "migrate"])
    expect(await runCli(variables, "serve", part)).toMatchObject({
      code: 2,
      stderr: "serve needs DATABASE_URL. The embedded database runs only as a part of `start`.\n",
    });
});
