import { execFile } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import type { AgentJob } from "@docsteward/contract/job";
import { reply, type ScriptTurn } from "@docsteward/model-script/script";
import type { Client } from "@docsteward/tooling/demo/client";
import { expect, type Locator, type Page } from "@playwright/test";
import type { Site } from "./world.ts";

/** Opens a page and waits until it is hydrated: input before that is lost. */
export async function goTo(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await untilHydrated(page);
}

/** Follows a link that loads a new page, and waits as `goTo` does. */
export async function follow(page: Page, link: Locator): Promise<void> {
  await link.click();
  await page.waitForLoadState("load");
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
  // Behind the vectors of other sites, on a busy machine, this takes minutes.
  await expect.poll(async () => (await search()).status, { timeout: 240_000 }).toBe(200);
}

/** Commits a page to the site's branch, as its authors do. */
export async function commitPage(site: Pick<Site, "git">, path: string, text: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "docsteward-checkout-"));
  const git = (...args: string[]) =>
    promisify(execFile)("git", ["-C", folder, "-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args]);
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.defer(async () => void (await site.git("worktree", "remove", "--force", folder)));
  await site.git("worktree", "add", "--force", folder, "main");
  await writeFile(join(folder, path), text);
  await git("add", ".");
  await git("commit", "--quiet", "--message", "Change a page");
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
