import type { ServiceContext } from "../context.ts";
import type { JobCreator } from "./find-creator-names.ts";

/** What the project's jobs can be narrowed to. */
export type JobChoices = { models: string[]; refs: string[]; creators: JobCreator[] };

/** The models, base branches and makers that occur among the project's jobs, the most used first. */
export async function listJobChoices({ db, project }: ServiceContext): Promise<JobChoices> {
  const where = { projectId: project.id };
  const most = { _count: { id: true } } as const;
  const orderBy = { _count: { id: "desc" } } as const;
  const take = 50;
  const [models, refs, keys, users] = await Promise.all([
    db.job.groupBy({ by: "model", where, orderBy, take, ...most }),
    db.job.groupBy({ by: "baseRef", where, orderBy, take, ...most }),
    db.job.groupBy({
      by: "createdByKeyId",
      where: { ...where, createdByKeyId: { not: null } },
      orderBy,
      take,
      ...most,
    }),
    db.job.groupBy({
      by: "createdByUserId",
      where: { ...where, createdByUserId: { not: null } },
      orderBy,
      take,
      ...most,
    }),
  ]);
  const keyIds = keys.flatMap(({ createdByKeyId: id }) => id ?? []);
  const userIds = users.flatMap(({ createdByUserId: id }) => id ?? []);
  const named = { select: { id: true, name: true } } as const;
  const [keyRows, userRows] = await Promise.all([
    db.apiKey.findMany({ where: { organizationId: project.organizationId, id: { in: keyIds } }, ...named }),
    db.user.findMany({ where: { id: { in: userIds } }, ...named }),
  ]);
  return {
    models: models.map(({ model }) => model),
    refs: refs.map(({ baseRef }) => baseRef),
    creators: [
      ...userRows.map((user) => ({ ...user, kind: "user" as const })),
      ...keyRows.map((key) => ({ ...key, kind: "key" as const })),
    ],
  };
}
