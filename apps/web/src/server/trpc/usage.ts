import { getUsage } from "@docsteward/services/usage/get";
import { router, viewerProcedure } from "./init.ts";

export const usageRouter = router({
  get: viewerProcedure.query(({ ctx }) => getUsage(ctx.site)),
});
