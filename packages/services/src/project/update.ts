import { AppError } from "@docsteward/contract/error";
import type { Project } from "@docsteward/db/client";
import { z } from "zod";
import { recordAudit } from "../audit/record.ts";
import { afterCommit, inTransaction, type ProjectContext, type SystemContext } from "../context.ts";
import { addIndexRequest } from "../site/index-request.ts";
import { DocsPath, SiteUrl, SupportContact } from "./fields.ts";
import { checkRepository } from "./source.ts";

const NAME_BOUNDS = "The project's name must have 1 to 100 characters on one line.";

/** Input of `updateProject`, from the settings page. Omitted fields do not change. */
export type UpdateProject = z.infer<typeof UpdateProject>;
/** Input of `updateProject`; missing fields stay unchanged. */
export const UpdateProject = z.object({
  /** What people call it. */
  name: z
    .string()
    .trim()
    .min(1, NAME_BOUNDS)
    .max(100, NAME_BOUNDS)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
    .refine((text) => !/[\u0000-\u001f]/.test(text), NAME_BOUNDS)
    .optional(),
  /** Where readers find the site; null forgets it. */
  siteUrl: SiteUrl.nullish(),
  /** Where a person answers what the pages do not; null for nowhere. */
  supportContact: SupportContact.nullish(),
  /** Whether answers end with what the reader may ask next. */
  hasSuggestions: z.boolean().optional(),
  /** The branch that jobs start from and pull requests go to. */
  baseRef: z.string().trim().max(300).optional(),
  /** The folder of the pages; `""` for the whole repository. */
  docsPath: DocsPath.optional(),
  /** Days that events and conversations are kept; null for as long as the installation keeps them. */
  eventRetentionDays: z.number().nullish(),
  threadRetentionDays: z.number().nullish(),
});

/**
 * Changes what is known of a project; what is left out stays. Another branch is looked for in the repository first, and another
 * branch or folder has the pages indexed anew. Jobs at work keep the branch they began with.
 *
 * @throws AppError `invalid_request` naming what cannot be
 */
export async function updateProject(ctx: ProjectContext, input: UpdateProject): Promise<Project> {
  const { project } = ctx;
  const changes = await toChanges(ctx, input);
  const isMoved =
    (changes.baseRef ?? project.baseRef) !== project.baseRef ||
    (changes.docsPath ?? project.docsPath) !== project.docsPath;
  const { id: projectId, organizationId } = project;
  return inTransaction(ctx, async (within) => {
    const row = await within.db.project.update({ where: { id: projectId }, data: changes });
    if (isMoved) await addIndexRequest(within, { projectId, reason: "person" });
    const change = { action: "project.updated", targetId: projectId, details: changes } as const;
    await recordAudit(within, { organizationId, projectId, ...change });
    afterCommit(within, () => ctx.memory.forget());
    return row;
  });
}

async function toChanges(ctx: ProjectContext, input: UpdateProject) {
  const { project } = ctx;
  const { name, siteUrl, supportContact, hasSuggestions, baseRef, docsPath } = input;
  const { eventRetentionDays: events, threadRetentionDays: threads } = input;
  const isOtherRef = baseRef !== undefined && baseRef !== project.baseRef;
  return {
    ...(name !== undefined && { name }),
    ...(siteUrl !== undefined && { siteUrl }),
    ...(supportContact !== undefined && { supportContact }),
    ...(hasSuggestions !== undefined && { hasSuggestions }),
    ...(docsPath !== undefined && { docsPath }),
    ...(events !== undefined && {
      eventRetentionDays: requireRetention("eventRetentionDays", events, ctx.eventRetentionDays),
    }),
    ...(threads !== undefined && {
      threadRetentionDays: requireRetention("threadRetentionDays", threads, ctx.threadRetentionDays),
    }),
    ...(isOtherRef && { baseRef: await checkRepository(ctx, { use: project, ref: baseRef }) }),
  };
}

/** How many days things are kept: `own` is the project's, null where it has none. Never longer than the installation says. */
type Retention = { installation: number; own: number | null; days: number };

/** How long the events of a project's ended jobs and its conversations are kept. */
export function resolveRetention(
  { eventRetentionDays, threadRetentionDays }: Pick<SystemContext, "eventRetentionDays" | "threadRetentionDays">,
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
