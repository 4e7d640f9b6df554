import { disconnectApp } from "@docsteward/services/github-app/connect";
import { getGitHubStatus } from "@docsteward/services/github-app/get-status";
import {
  assignInstallation,
  listConnectableRepositories,
  refreshInstallations,
} from "@docsteward/services/github-app/installations";
import { completeAppManifest, completeInstall, startAppManifest } from "@docsteward/services/github-app/manifest";
import { connectRepository } from "@docsteward/services/project/source";
import { z } from "zod";
import { adminProcedure, router, signedInProcedure, viewerProcedure } from "./init.ts";

/** The App serves the whole installation: its verbs ask themselves who may decide over it. */
const appProcedure = signedInProcedure.use(({ ctx, next }) =>
  next({ ctx: { ...ctx, actor: { kind: "user", userId: ctx.me.user.id } as const } }),
);
const Account = z.string().max(39);
const State = z.string().max(2_000);

export const githubRouter = router({
  /** Where the project's pages come from, and whether there is an App that could bring them from GitHub. */
  get: viewerProcedure.query(async ({ ctx: { site } }) => {
    const { host, repository, baseRef } = site.project;
    return { host, repository, baseRef, isConnected: (await site.github.current()) !== null };
  }),

  repositories: adminProcedure
    .input(z.object({ search: z.string().max(200).optional() }))
    .query(({ ctx, input: { search } }) =>
      listConnectableRepositories(ctx.site, { organizationId: ctx.site.project.organizationId, search }),
    ),

  /** Asks GitHub anew what the App may see. */
  refresh: adminProcedure.mutation(({ ctx }) => refreshInstallations(ctx.site, { actor: ctx.site.actor })),

  connect: adminProcedure
    .input(z.object({ fullName: z.string().max(200), ref: z.string().max(300).optional() }))
    .mutation(({ ctx, input: { fullName, ref } }) => connectRepository(ctx.site, { fullName, ref })),

  app: appProcedure.query(({ ctx: { services, actor } }) => getGitHubStatus(services, { actor })),

  startApp: appProcedure
    .input(z.object({ account: Account.optional(), back: z.string().max(500) }))
    .mutation(({ ctx: { services, actor }, input }) => startAppManifest(services, { actor, ...input })),

  finishApp: appProcedure
    .input(z.object({ code: z.string().max(200), state: State }))
    .mutation(({ ctx: { services, actor }, input }) => completeAppManifest(services, { actor, ...input })),

  endInstall: appProcedure
    .input(z.object({ state: State.nullable() }))
    .mutation(({ ctx: { services, actor }, input }) => completeInstall(services, { actor, ...input })),

  disconnectApp: appProcedure.mutation(({ ctx: { services, actor } }) => disconnectApp(services, { actor })),

  assign: appProcedure
    .input(z.object({ installationId: z.string().max(30), org: z.string().max(100).nullable() }))
    .mutation(({ ctx: { services, actor }, input }) => assignInstallation(services, { actor, ...input })),
});
