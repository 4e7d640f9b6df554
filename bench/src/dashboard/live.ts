import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import type { BenchDashboard } from "./start-dashboard.ts";

export type LiveTimes = { page: number[]; list: number[] };

/**
 * How long it takes from sending an event to its arrival at an open job page and at an open list, in milliseconds. The event is
 * written by another process, as a worker's are.
 */
export async function timeLive(dashboard: BenchDashboard, count: number): Promise<LiveTimes> {
  const { site, jobIds, writeEvent } = dashboard;
  const list = await openSubscription(dashboard, "job.listChanges", { ...site, archived: false });
  const times: LiveTimes = { page: [], list: [] };
  for (const id of jobIds.slice(0, count)) {
    const page = await openSubscription(dashboard, "job.events", { ...site, id, lastEventId: "12" });
    const arrivals = Promise.all([page.untilSaid("message.received"), list.untilSaid(id)]);
    const sentAt = await writeEvent(id);
    const [atPage, atList] = await arrivals;
    times.page.push(atPage - sentAt);
    times.list.push(atList - sentAt);
    page.close();
  }
  list.close();
  return times;
}

export type Subscription = {
  /** Resolves with the time, as `performance.now()`, of the first message that contains this text. */
  untilSaid(words: string): Promise<number>;
  close(): void;
};

// Every page has a connection of its own, as a browser's stream has.
const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });

/** Opens a subscription as the dashboard's pages do, and returns when the server has said that it stands. */
export async function openSubscription(
  { url, cookie }: { url: string; cookie: string },
  procedure: string,
  input: unknown,
): Promise<Subscription> {
  const address = `${url}/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`;
  const request = get(address, { agent, headers: { cookie, accept: "text/event-stream" } });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`${procedure} answered ${response.statusCode}`);
  const waiting: { words: string; resolve(at: number): void }[] = [];
  const connected = Promise.withResolvers<void>();
  let unread = "";
  response.setEncoding("utf8");
  response.on("error", () => undefined);
  response.on("data", (chunk: string) => {
    const at = performance.now();
    unread += chunk;
    const end = unread.lastIndexOf("\n\n");
    if (end < 0) return;
    const messages = unread.slice(0, end);
    unread = unread.slice(end + 2);
    if (messages.includes("event: connected")) connected.resolve();
    for (const one of waiting.filter(({ words }) => messages.includes(words))) {
      waiting.splice(waiting.indexOf(one), 1);
      one.resolve(at);
    }
  });
  await connected.promise;
  return {
    untilSaid: (words) => new Promise((resolve) => waiting.push({ words, resolve })),
    close: () => {
      request.destroy();
    },
  };
}
