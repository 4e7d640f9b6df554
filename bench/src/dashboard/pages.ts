import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { processMemory } from "../measure/process-memory.ts";
import { openSubscription } from "./live.ts";
import type { BenchDashboard } from "./start-dashboard.ts";

export type Page = { url: string; headers: Record<string, string> };

/** Asks for a page one time after another over one connection. @returns how long each took to its last byte, in milliseconds */
export async function timePages({ url, headers }: Page, count: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const startedAt = performance.now();
    const request = get(url, { headers, agent });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    const body = await buffer(response);
    times.push(performance.now() - startedAt);
    if (response.statusCode !== 200) {
      throw new Error(`${url} answered ${response.statusCode}: ${body.toString("utf8").slice(0, 300)}`);
    }
  }
  agent.destroy();
  return times;
}

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
