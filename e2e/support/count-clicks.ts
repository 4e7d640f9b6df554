import { writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";

/** A task as a person did it: presses of the pointer, and how long it took with all that it waits for. */
type Task = { clicks: number; seconds: number };

/** Where the figures are written to, for the table in docs/dashboard.md; without it they are not. */
const file = process.env.TASKS;
const done: Record<string, Task> = {};

/** Counts presses of the pointer in a tab, over pages. */
export async function countClicks(page: Page) {
  let clicks = 0;
  let startedMs = 0;
  await page.exposeFunction("countClick", () => {
    clicks += 1;
  });
  await page.addInitScript(() => {
    const { countClick } = window as unknown as { countClick(): Promise<void> };
    addEventListener("pointerdown", ({ isTrusted }) => void (isTrusted && countClick()), { capture: true });
  });
  return {
    start() {
      clicks = 0;
      startedMs = performance.now();
    },
    /** Ends a task, and keeps its figures. */
    async end(name: string): Promise<Task> {
      const task = { clicks, seconds: Math.round((performance.now() - startedMs) / 100) / 10 };
      done[name] = task;
      if (file) await writeFile(file, JSON.stringify(done, null, 2));
      return task;
    },
  };
}
