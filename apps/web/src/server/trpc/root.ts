import { router } from "./init.ts";
import { jobRouter } from "./job.ts";
import { projectRouter } from "./project.ts";
import { pullRequestRouter } from "./pull-request.ts";

/** Everything the dashboard may ask and do. */
export const appRouter = router({ job: jobRouter, project: projectRouter, pullRequest: pullRequestRouter });

export type AppRouter = typeof appRouter;
