import { AUDIT_SUBJECTS, listAuditViews } from "@docsteward/services/audit/list";
import { getOverview } from "@docsteward/services/overview";
import { getUsage } from "@docsteward/services/usage/get";
import { z } from "zod";
import { adminProcedure, router, viewerProcedure } from "./init.ts";

export const overviewRouter = router({
  get: viewerProcedure.query(({ ctx }) => getOverview(ctx.site)),
});

export const usageRouter = router({
  get: viewerProcedure.query(({ ctx }) => getUsage(ctx.site)),
});

export const auditRouter = router({
  list: adminProcedure
    .input(z.object({ subject: z.enum(AUDIT_SUBJECTS).optional(), beforeId: z.string().max(100).optional() }))
    .query(({ ctx: { site }, input: { subject, beforeId } }) =>
      listAuditViews(site, { organizationId: site.project.organizationId, subject, beforeId }),
    ),
});
