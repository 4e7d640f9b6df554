import type { Project } from "@docsteward/db/client";
import type { RepositoryAccess } from "@docsteward/git/host";
import type { SystemContext } from "../context.ts";
import { sourceAccess } from "../git-host.ts";
import { useOf } from "../repository-use.ts";

const MAX_ERROR = 500;

/** A source as a job reads it. */
export type ReadableSource = {
  name: string;
  repository: string;
  ref: string;
  /** Asked before every call to the repository: whether the project may still read it is checked each time. */
  access(): Promise<RepositoryAccess>;
  /** Keeps which commit a job read last, or why it could read none. */
  note(read: { commit: string } | { error: string }): Promise<void>;
};

/** The sources of a job's project, by name. */
export async function listReadableSources(
  ctx: SystemContext,
  { project }: { project: Project },
): Promise<ReadableSource[]> {
  const { db, clock } = ctx;
  const rows = await db.source.findMany({ where: { projectId: project.id }, orderBy: { name: "asc" } });
  return rows.map(({ id, name, repository, hostRepositoryId, grantedAccount, ref }) => ({
    name,
    repository,
    ref,
    access: () => sourceAccess(ctx, { ...useOf(project, { repository, hostRepositoryId }), grantedAccount }),
    async note(read) {
      const outcome =
        "commit" in read
          ? { lastCommit: read.commit, lastError: null }
          : { lastCommit: null, lastError: read.error.slice(0, MAX_ERROR) };
      // Removed meanwhile, it needs no note.
      await db.source.updateMany({
        where: { id, projectId: project.id },
        data: { lastReadAt: clock.now(), ...outcome },
      });
    },
  }));
}
