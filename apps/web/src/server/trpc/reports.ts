import { AnalyticsPeriod, getAnalyticsReport } from "@docsteward/services/analytics/report";
import { ListAuditEvents, listAuditViews } from "@docsteward/services/audit/list";
import { listNeeds } from "@docsteward/services/needs";
import { getOverview } from "@docsteward/services/overview";
import { getUsage } from "@docsteward/services/usage/get";
import { organizationAdminProcedure, router, viewerProcedure } from "./init.ts";

export const overviewRouter = router({
  get: viewerProcedure.query(({ ctx }) => getOverview(ctx.project)),

  /** What waits for people. */
  needs: viewerProcedure.query(({ ctx }) => listNeeds(ctx.project)),
});

export const usageRouter = router({
  get: viewerProcedure.query(({ ctx }) => getUsage(ctx.project)),
});

export const analyticsRouter = router({
  get: viewerProcedure.input(AnalyticsPeriod).query(({ ctx, input }) => getAnalyticsReport(ctx.project, input)),
});

export const auditRouter = router({
  list: organizationAdminProcedure
    .input(ListAuditEvents)
    .query(({ ctx, input }) => listAuditViews(ctx.services, input)),
});
