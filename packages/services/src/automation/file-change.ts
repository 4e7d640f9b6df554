import { AutomationDefinition } from "@docsteward/contract/automation";
import { AppError } from "@docsteward/contract/error";
import type { Organization, Project } from "@docsteward/db/client";
import { newId } from "@docsteward/platform/id";
import { recordAudit } from "../audit/record.ts";
import { inTransaction, type ProjectContext, type SystemContext } from "../context.ts";
import { repositoryKey } from "../repository-use.ts";
import { lockAutomations } from "./automation.ts";
import { requirePaths } from "./define.ts";

/** A change of one automation of the project's file. */
type FileChange = {
  /** The automation as the file names it; null for one to add. */
  name: string | null;
  /** What it says from now on; null removes it. */
  definition: AutomationDefinition | null;
};

/** Changes of a project that wait. Each is a commit. */
const MAX_WAITING = 20;

/**
 * Has a worker write a change of the project's file as a pull request: what is merged counts, and nothing else.
 *
 * @throws AppError `invalid_request`, `conflict` when an automation of the API has the name, or many changes wait
 */
export async function requestFileChange(
  ctx: ProjectContext,
  { name, definition }: FileChange,
): Promise<{ id: string }> {
  if (definition !== null) requirePaths(definition);
  return inTransaction(ctx, async (ctx) => {
    await lockAutomations(ctx);
    const { db, project, clock, queue } = ctx;
    const projectId = project.id;
    const wanted = definition?.name;
    if (wanted !== undefined && (await db.automation.count({ where: { projectId, name: wanted, origin: "api" } })) > 0)
      throw new AppError("conflict", `The API has an automation called ${wanted}. Choose another name.`);
    if ((await db.automationFileChange.count({ where: { projectId, state: "waiting" } })) >= MAX_WAITING)
      throw new AppError("conflict", `${MAX_WAITING} changes of the file wait already. Try again in some minutes.`);
    const id = newId("afc");
    const data = { id, projectId, name, ...(definition && { definition }), createdAt: clock.now() };
    await db.automationFileChange.create({ data });
    await queue.automation.enqueue(db, projectId);
    const named = { name: name ?? wanted ?? "" };
    const { organizationId } = project;
    await recordAudit(ctx, { organizationId, projectId, action: "automation.proposed", targetId: id, details: named });
    return { id };
  });
}

/** What became of the newest change of the file; null for none, or when its pull request has ended. */
export type FileChangeState = {
  id: string;
  /** The automation that it is about. */
  name: string;
  state: "waiting" | "proposed" | "failed";
  reason: string | null;
  pullNumber: number | null;
};

/** Whether the project has a file of automations, and the change of it that is under way. */
export async function getFileState(ctx: ProjectContext): Promise<{ hasFile: boolean; change: FileChangeState | null }> {
  const { db, project } = ctx;
  const projectId = project.id;
  const [own, file, row] = await Promise.all([
    db.automation.count({ where: { projectId, origin: "file" } }),
    db.automationFile.findUnique({ where: { projectId } }),
    db.automationFileChange.findFirst({ where: { projectId }, orderBy: [{ createdAt: "desc" }, { id: "desc" }] }),
  ]);
  const hasFile = own > 0 || (file !== null && file.problems.length > 0);
  if (row === null || (row.pullNumber !== null && (await findOpenPull(ctx, row.pullNumber)) === null))
    return { hasFile, change: null };
  const { id, reason, pullNumber } = row;
  const state = row.state === "proposed" || row.state === "failed" ? row.state : "waiting";
  const definition = AutomationDefinition.safeParse(row.definition).data;
  return { hasFile, change: { id, name: row.name ?? definition?.name ?? "", state, reason, pullNumber } };
}

const findOpenPull = ({ db, project }: Pick<ProjectContext, "db" | "project">, number: number) =>
  db.pullRequest.findFirst({
    where: { projectId: project.id, repositoryKey: repositoryKey(project), number, state: "open" },
  });

/** A change that waits for a worker. */
export type WaitingFileChange = FileChange & {
  id: string;
  createdAt: Date;
  project: Project;
  organization: Organization;
  /** Where an earlier change waits for its merge: this one goes on top of it. */
  open: { branch: string; number: number } | null;
};

/** The oldest change of a project's file that waits. */
export async function openFileChange(
  { db }: SystemContext,
  { projectId }: { projectId: string },
): Promise<WaitingFileChange | null> {
  const row = await db.automationFileChange.findFirst({
    where: { projectId, state: "waiting" },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    include: { project: { include: { organization: true } } },
  });
  if (row === null) return null;
  const { organization, ...project } = row.project;
  const before = await db.automationFileChange.findFirst({
    where: { projectId, state: "proposed" },
    orderBy: { decidedAt: "desc" },
  });
  const pull = before?.pullNumber ? await findOpenPull({ db, project }, before.pullNumber) : null;
  const { id, name, createdAt } = row;
  const definition = row.definition === null ? null : AutomationDefinition.parse(row.definition);
  const open = pull && { branch: pull.branch, number: pull.number };
  return { id, name, definition, createdAt, project, organization, open };
}

type Ended = { branch: string; pullNumber: number } | { reason: string };

/** Records what became of a change, once. */
export async function endFileChange(
  { db, clock }: SystemContext,
  { id, ended }: { id: string; ended: Ended },
): Promise<void> {
  const state = "reason" in ended ? "failed" : "proposed";
  await db.automationFileChange.updateMany({
    where: { id, state: "waiting" },
    data: { ...ended, state, decidedAt: clock.now() },
  });
}
