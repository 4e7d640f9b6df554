import { ListAuditEvents, listAuditViews } from "@docsteward/services/audit/list";
import { listNeeds } from "@docsteward/services/needs";
import { getOverview } from "@docsteward/services/overview";
import { getUsage } from "@docsteward/services/usage/get";
import { adminProcedure, router, viewerProcedure } from "./init.ts";

export const overviewRouter = router({
  get: viewerProcedure.query(({ ctx }) => getOverview(ctx.project)),

  /** What waits for people. */
  needs: viewerProcedure.query(({ ctx }) => listNeeds(ctx.project)),
});

export const usageRouter = router({
  get: viewerProcedure.query(({ ctx }) => getUsage(ctx.project)),
});

export const auditRouter = router({
  list: adminProcedure.input(ListAuditEvents).query(({ ctx, input }) => listAuditViews(ctx.project, input)),
});
