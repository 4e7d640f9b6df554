import type { SystemContext } from "../context.ts";
import { inProject } from "../context.ts";
import { readInPages } from "../database.ts";
import { formatBudgetUse, isNearlyUsed, listBudgetUses } from "../usage/budget.ts";
import { recordNotification } from "./record.ts";

const PAGE = 200;

/** Records what no event announces: budgets that are nearly used, and digests that are due. Any worker may run it, at any time. */
export async function recordDueNotifications(ctx: SystemContext): Promise<void> {
  await recordBudgets(ctx);
  await recordDigests(ctx);
}

/** Each budget is announced once a month when 80 % are used, and once when all is. */
async function recordBudgets(ctx: SystemContext): Promise<void> {
  const wants = { OR: [{ email: { has: "budget" } }, { webhook: { has: "budget" } }] };
  const where = { organization: { memberships: { some: { user: { notificationSetting: wants } } } } };
  const pages = readInPages(
    (after) =>
      ctx.db.project.findMany({
        where: { ...where, id: { gt: after } },
        include: { organization: true },
        orderBy: { id: "asc" },
        take: PAGE,
      }),
    ({ id }) => id,
  );
  for await (const projects of pages) {
    for (const project of projects) {
      for (const use of await listBudgetUses(inProject(ctx, project))) {
        if (!isNearlyUsed(use)) continue;
        const owner = use.of === "project" ? project.id : project.organizationId;
        await recordNotification(ctx, {
          projectId: project.id,
          kind: "budget",
          key: `budget:${owner}:${use.resetsAt.slice(0, 10)}:${use.share >= 1 ? "used" : "near"}`,
          title: formatBudgetUse(use),
          path: "settings/limits",
        });
      }
    }
  }
}

/** The digest of a week is recorded on Monday from 8 o'clock on, where the person is. A person who was not reached that day gets none. */
async function recordDigests(ctx: SystemContext): Promise<void> {
  const { db, clock, mailer } = ctx;
  const now = clock.now();
  const where = { OR: [{ email: { has: "digest" } }, { webhook: { has: "digest" } }] };
  const pages = readInPages(
    (after) =>
      db.notificationSetting.findMany({
        where: { ...where, userId: { gt: after } },
        orderBy: { userId: "asc" },
        take: PAGE,
      }),
    ({ userId }) => userId,
  );
  for await (const people of pages) {
    const data = people.flatMap(({ userId, email, webhook, timeZone }) => {
      const monday = mondayOf(now, timeZone ?? "UTC");
      if (monday === null) return [];
      const channels = [
        ...(email.includes("digest") && mailer !== null ? ["email"] : []),
        ...(webhook.includes("digest") ? ["webhook"] : []),
      ];
      const digest = {
        userId,
        key: `digest:${monday}`,
        kind: "digest",
        title: "",
        path: "",
        dueAt: now,
        createdAt: now,
      };
      return channels.map((channel) => ({ ...digest, channel }));
    });
    if (data.length > 0) await db.notification.createMany({ data, skipDuplicates: true });
  }
}

const FROM_HOUR = 8;

/** The date of today's Monday in a time zone, once it is 8 o'clock there; null at any other time. */
function mondayOf(now: Date, timeZone: string): string | null {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    weekday: "short",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    hourCycle: "h23",
  });
  const parts = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]));
  if (parts.weekday !== "Mon" || Number(parts.hour) < FROM_HOUR) return null;
  return `${parts.year}-${parts.month}-${parts.day}`;
}
