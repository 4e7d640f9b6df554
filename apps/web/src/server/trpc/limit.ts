import { LIMIT_NAMES } from "@docsteward/contract/limits";
import { getJobLimits, SetJobLimits, setJobLimits } from "@docsteward/services/job/limits";
import { listKeys } from "@docsteward/services/key/list";
import { listLimits, setLimit } from "@docsteward/services/limit/quotas";
import { z } from "zod";
import { adminProcedure, router, viewerProcedure } from "./init.ts";

/** What bounds the calls of the organization and its keys, and the jobs of the project. */
export const limitRouter = router({
  /** Of calls over time. Keys of other projects are left out. */
  list: viewerProcedure.query(async ({ ctx: { site } }) => {
    const { organizationId } = site.project;
    const [limits, keys] = await Promise.all([listLimits(site, { organizationId }), listKeys(site)]);
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
  set: adminProcedure
    .input(
      z.object({
        keyId: z.string().max(100).optional(),
        name: z.enum(LIMIT_NAMES),
        quota: z.int().min(0).max(1_000_000_000).nullable(),
      }),
    )
    .mutation(({ ctx: { site }, input: { keyId, name, quota } }) => {
      const { organizationId, id: projectId } = site.project;
      return setLimit(site, { organizationId, projectId, keyId, name, quota, actor: site.actor });
    }),

  jobs: viewerProcedure.query(({ ctx }) => getJobLimits(ctx.site)),

  setJobs: adminProcedure.input(SetJobLimits).mutation(({ ctx, input }) => setJobLimits(ctx.site, input)),
});
