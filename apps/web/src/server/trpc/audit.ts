import { AUDIT_SUBJECTS } from "@docsteward/services/audit/list";
import { listAuditViews } from "@docsteward/services/audit/list-views";
import { z } from "zod";
import { adminProcedure, router } from "./init.ts";

export const auditRouter = router({
  list: adminProcedure
    .input(z.object({ subject: z.enum(AUDIT_SUBJECTS).optional(), beforeId: z.string().max(100).optional() }))
    .query(({ ctx: { site }, input: { subject, beforeId } }) =>
      listAuditViews(site, { organizationId: site.project.organizationId, subject, beforeId }),
    ),
});
