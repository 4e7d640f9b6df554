import type { Services } from "../context.ts";

/** Notes that a project's repository takes verified commits alone, so that no later job has its first push refused. */
export async function noteVerifiedCommits(
  { db }: Pick<Services, "db">,
  { projectId }: { projectId: string },
): Promise<void> {
  await db.project.updateMany({ where: { id: projectId }, data: { needsVerifiedCommits: true } });
}
