import { setTimeout as wait } from "node:timers/promises";
import type { AgentJob } from "@docsteward/contract/job";
import { reply, type ScriptTurn } from "@docsteward/model-script/script";
import type { Client } from "@docsteward/tooling/demo/client";
import { expect, type Page } from "@playwright/test";

/** Opens a page and waits until it is hydrated: input before that is lost. */
export async function goTo(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await untilHydrated(page);
}

/** Waits until the buttons that are there answer. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll("button")].every((button) =>
      Object.keys(button).some((key) => key.startsWith("__reactProps$")),
    ),
  );
}

/** Waits until the site's pages answer. */
export async function untilIndexed(
  service: string,
  { domain, assistantKey }: { domain: string; assistantKey: string },
): Promise<void> {
  const search = () =>
    fetch(`${service}/discovery/v1/search/${domain}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${assistantKey}`, "Content-Type": "application/json" },
      body: JSON.stringify({ query: "backup" }),
    });
  await expect.poll(async () => (await search()).status).toBe(200);
}

/** Polls a job as a caller does, until it is completed or failed. A call that fails meanwhile is made again. */
export async function untilRest(api: Client, jobId: string): Promise<AgentJob> {
  for (;;) {
    const job = await api.getJob(jobId).catch(() => null);
    if (job !== null && job.status !== "active") return job;
    await wait(100);
  }
}

/** Whether a process runs; one that has ended and was not yet collected does not count. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    // No such process.
    return false;
  }
}

const PAGE = "sdks/browser.mdx";

/** The model's calls to fix the sample site's typo: reads the page, edits it, finishes. */
export const TYPO = {
  page: PAGE,
  read: reply.tool("read", { path: PAGE }),
  edit: reply.tool("edit", { path: PAGE, old: "recieve", new: "receive" }),
  finish: reply.tool("finish", { title: "Fix a typo on the browser page", summary: "It says **receive** now." }),
} satisfies Record<string, ScriptTurn | string>;
