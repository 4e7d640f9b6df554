import { WidgetSettings } from "@docsteward/contract/widget";
import { getWidgetSettings, updateWidgetSettings } from "@docsteward/services/widget";
import { adminProcedure, router, viewerProcedure } from "./init.ts";

/** The assistant on the project's own website. */
export const widgetRouter = router({
  get: viewerProcedure.query(({ ctx }) => getWidgetSettings(ctx.project)),

  update: adminProcedure
    .input(WidgetSettings)
    .mutation(({ ctx, input: { title, greeting, starters } }) =>
      updateWidgetSettings(ctx.project, { title, greeting, starters }),
    ),
});
