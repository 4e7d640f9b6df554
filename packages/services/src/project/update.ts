import { AppError } from "@docsteward/contract/error";
import type { Project } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import { recordAudit } from "../audit/record.ts";
import type { ProjectContext, ProjectWithOrganization, Services } from "../context.ts";
import { addIndexRequest } from "../site/index-request.ts";
import { normalizeDocsPath, normalizeSiteUrl } from "./fields.ts";
import { checkRepository } from "./source.ts";

type UpdateProjectInput = {
  /** What people call it. */
  name?: string;
  /** Where readers find the site; null forgets it. */
  siteUrl?: string | null;
  /** The branch that jobs start from and pull requests go to. */
  baseRef?: string;
  /** The folder of the pages; `""` for the whole repository. */
  docsPath?: string;
  /** Days that events and conversations are kept; null for as long as the installation keeps them. */
  eventRetentionDays?: number | null;
  threadRetentionDays?: number | null;
};

const MAX_NAME = 100;

/**
 * Changes what is known of a project; what is left out stays. Another branch is looked for in the repository first, and another
 * branch or folder has the pages indexed anew. Jobs at work keep the branch they began with.
 *
 * @throws AppError `invalid_request` naming what cannot be
 */
export async function updateProject(ctx: ProjectContext, input: UpdateProjectInput): Promise<ProjectWithOrganization> {
  const { project } = ctx;
  const changes = await toChanges(ctx, input);
  const isMoved =
    (changes.baseRef ?? project.baseRef) !== project.baseRef ||
    (changes.docsPath ?? project.docsPath) !== project.docsPath;
  const updated = await withTransaction(ctx.db, async (tx) => {
    const row = await tx.project.update({ where: { id: project.id }, data: changes });
    const organization = await tx.organization.findUniqueOrThrow({ where: { id: row.organizationId } });
    if (isMoved) await addIndexRequest({ ...ctx, db: tx }, { projectId: project.id, reason: "person" });
    await recordAudit(tx, {
      organizationId: organization.id,
      projectId: project.id,
      actor: ctx.actor,
      action: "project.updated",
      targetId: project.id,
      details: changes,
      at: ctx.clock.now(),
    });
    return { ...row, organization };
  });
  ctx.memory.forget();
  return updated;
}

async function toChanges(ctx: ProjectContext, input: UpdateProjectInput) {
  const { project } = ctx;
  const { name, siteUrl, baseRef, docsPath, eventRetentionDays: events, threadRetentionDays: threads } = input;
  const isOtherRef = baseRef !== undefined && baseRef !== project.baseRef;
  return {
    ...(name !== undefined && { name: requireName(name) }),
    ...(siteUrl !== undefined && { siteUrl: siteUrl === null ? null : normalizeSiteUrl(siteUrl) }),
    ...(docsPath !== undefined && { docsPath: normalizeDocsPath(docsPath) }),
    ...(events !== undefined && {
      eventRetentionDays: requireRetention("eventRetentionDays", events, ctx.eventRetentionDays),
    }),
    ...(threads !== undefined && {
      threadRetentionDays: requireRetention("threadRetentionDays", threads, ctx.threadRetentionDays),
    }),
    ...(isOtherRef && { baseRef: await checkRepository(ctx, { use: project, ref: baseRef.trim() }) }),
  };
}

function requireName(text: string): string {
  const name = text.trim();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (name !== "" && name.length <= MAX_NAME && !/[\u0000-\u001f]/.test(name)) return name;
  const message = `The project's name must have 1 to ${MAX_NAME} characters on one line.`;
  throw new AppError("invalid_request", message, { details: [{ path: "name", message }] });
}

/** How many days things are kept: `own` is the project's, null where it has none. Never longer than the installation says. */
type Retention = { installation: number; own: number | null; days: number };

/** How long the events of a project's ended jobs and its conversations are kept. */
export function resolveRetention(
  { eventRetentionDays, threadRetentionDays }: Pick<Services, "eventRetentionDays" | "threadRetentionDays">,
  project: Pick<Project, "eventRetentionDays" | "threadRetentionDays">,
): { events: Retention; threads: Retention } {
  const of = (installation: number, own: number | null) => ({
    installation,
    own,
    days: Math.min(installation, own ?? installation),
  });
  return {
    events: of(eventRetentionDays, project.eventRetentionDays),
    threads: of(threadRetentionDays, project.threadRetentionDays),
  };
}

/** @throws AppError `invalid_request` when things cannot be kept for so long */
function requireRetention(path: string, days: number | null, installation: number): number | null {
  if (days === null || (Number.isInteger(days) && days >= 1 && days <= installation)) return days;
  const message = `Enter 1 to ${installation} days, or leave this empty for ${installation} days, which is the installation's limit.`;
  throw new AppError("invalid_request", message, { details: [{ path, message }] });
}
