import { getOverview } from "@docsteward/services/overview/get";
import { router, viewerProcedure } from "./init.ts";

export const overviewRouter = router({
  get: viewerProcedure.query(({ ctx }) => getOverview(ctx.site)),
});
