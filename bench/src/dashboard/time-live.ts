import { openSubscription } from "./open-subscription.ts";
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
