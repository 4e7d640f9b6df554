import { processMemory } from "../measure/process-memory.ts";
import { openSubscription } from "./open-subscription.ts";
import type { BenchDashboard } from "./start-dashboard.ts";
import { timePages } from "./time-pages.ts";

export type PageMemory = { before: number; during: number };

/**
 * Memory of the web process with job pages open in browsers, and before. The process has rendered each page; each page follows
 * its job and has received an event.
 *
 * @returns bytes; null where the system does not report it
 */
export async function memoryOfPages(dashboard: BenchDashboard, count: number): Promise<PageMemory | null> {
  const { site, projectUrl, cookie, webPid, writeEvent } = dashboard;
  const ids = dashboard.jobIds.slice(1_000, 1_000 + count);
  const before = await processMemory(webPid);
  const pages = [];
  for (const id of ids) {
    await timePages({ url: `${projectUrl}/jobs/${id}`, headers: { cookie } }, 1);
    pages.push(await openSubscription(dashboard, "job.events", { ...site, id, lastEventId: "12" }));
  }
  const received = Promise.all(pages.map((page) => page.untilSaid("message.received")));
  for (const id of ids) await writeEvent(id);
  await received;
  const during = await processMemory(webPid);
  for (const page of pages) page.close();
  return before && during && { before: before.process, during: during.process };
}
