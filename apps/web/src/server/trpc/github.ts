import { disconnectApp } from "@docsteward/services/github-app/connect";
import { getGitHubStatus } from "@docsteward/services/github-app/get-status";
import {
  AssignInstallation,
  assignInstallation,
  ListConnectableRepositories,
  listConnectableRepositories,
  refreshInstallations,
} from "@docsteward/services/github-app/installations";
import {
  CompleteAppManifest,
  CompleteInstall,
  completeAppManifest,
  completeInstall,
  StartAppManifest,
  startAppManifest,
} from "@docsteward/services/github-app/manifest";
import { ConnectRepository, connectRepository } from "@docsteward/services/project/source";
import { adminProcedure, router, signedInProcedure, viewerProcedure } from "./init.ts";

/** The App serves the whole installation: its verbs check who may decide over it. */
export const githubRouter = router({
  /** Where the project's pages come from, and whether there is an App that could bring them from GitHub. */
  get: viewerProcedure.query(async ({ ctx: { project } }) => {
    const { host, repository, baseRef } = project.project;
    return { host, repository, baseRef, isConnected: (await project.github.current()) !== null };
  }),

  repositories: adminProcedure
    .input(ListConnectableRepositories)
    .query(({ ctx, input }) => listConnectableRepositories(ctx.project, input)),

  /** Asks GitHub anew what the App may see. */
  refresh: adminProcedure.mutation(({ ctx }) => refreshInstallations(ctx.project)),

  connect: adminProcedure.input(ConnectRepository).mutation(({ ctx, input }) => connectRepository(ctx.project, input)),

  app: signedInProcedure.query(({ ctx }) => getGitHubStatus(ctx.services)),

  startApp: signedInProcedure
    .input(StartAppManifest)
    .mutation(({ ctx, input }) => startAppManifest(ctx.services, input)),

  finishApp: signedInProcedure
    .input(CompleteAppManifest)
    .mutation(({ ctx, input }) => completeAppManifest(ctx.services, input)),

  endInstall: signedInProcedure
    .input(CompleteInstall)
    .mutation(({ ctx, input }) => completeInstall(ctx.services, input)),

  disconnectApp: signedInProcedure.mutation(({ ctx }) => disconnectApp(ctx.services)),

  assign: signedInProcedure
    .input(AssignInstallation)
    .mutation(({ ctx, input }) => assignInstallation(ctx.services, input)),
});
