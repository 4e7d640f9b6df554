import type { Services } from "../context.ts";

const WEEK_MS = 7 * 86_400_000;

/** Forgets events of GitHub after a week: it sends none again that is older than three days. @returns how many */
export async function deleteOldGitHubEvents({ db, clock }: Services): Promise<number> {
  const before = new Date(clock.now().getTime() - WEEK_MS);
  const { count } = await db.gitHubDelivery.deleteMany({ where: { receivedAt: { lt: before } } });
  return count;
}
