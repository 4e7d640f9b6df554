import { getInstallation, RedriveEntry, redriveEntry } from "@docsteward/services/installation";
import manifest from "#package.json" with { type: "json" };
import { router, signedInProcedure, toPlain } from "./init.ts";

/** The installation as a whole. The verbs refuse those who do not run it. */
export const installationRouter = router({
  get: signedInProcedure.query(async ({ ctx }) =>
    toPlain({ ...(await getInstallation(ctx.services)), version: manifest.version }),
  ),

  redrive: signedInProcedure.input(RedriveEntry).mutation(({ ctx, input }) => redriveEntry(ctx.services, input)),
});
