import { getJobLimits, SetJobLimits, setJobLimits } from "@docsteward/services/job/limits";
import { listKeys } from "@docsteward/services/key/list";
import { listLimits, SetLimit, setLimit } from "@docsteward/services/limit/quotas";
import { adminProcedure, router, viewerProcedure } from "./init.ts";

/** What bounds the calls of the organization and its keys, and the jobs of the project. */
export const limitRouter = router({
  /** Of calls over time. Keys of other projects are left out. */
  list: viewerProcedure.query(async ({ ctx: { project } }) => {
    const limits = await listLimits(project);
    const ids = limits.flatMap((limit) => limit.keys.map(({ keyId }) => keyId));
    const keys = await listKeys(project, { ids: [...new Set(ids)] });
    const known = new Map(keys.map(({ id, name, hint }) => [id, { name, hint }]));
    return limits.map((limit) => ({
      ...limit,
      keys: limit.keys.flatMap(({ keyId, quota }) => {
        const key = known.get(keyId);
        return key ? [{ keyId, quota, ...key }] : [];
      }),
    }));
  }),

  /** Of the organization, or of one key. */
  set: adminProcedure.input(SetLimit).mutation(({ ctx: { project }, input }) => setLimit(project, input)),

  jobs: viewerProcedure.query(({ ctx }) => getJobLimits(ctx.project)),

  setJobs: adminProcedure.input(SetJobLimits).mutation(({ ctx, input }) => setJobLimits(ctx.project, input)),
});
