import { disconnectApp } from "@docsteward/services/github-app/connect";
import { getGitHubStatus } from "@docsteward/services/github-app/get-status";
import {
  AssignInstallation,
  assignInstallation,
  ListConnectableRepositories,
  listConnectableRepositories,
  listOwnInstallations,
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
import { outsideCalls } from "@docsteward/services/limit/concurrency";
import { ModelOwner, SetModelProvider } from "@docsteward/services/model-provider/input";
import {
  clearModelProvider,
  getModelProviders,
  setModelProvider,
  testInstalledModels,
  testModelProvider,
} from "@docsteward/services/model-provider/providers";
import {
  ConnectGitServer,
  ConnectRepository,
  connectGitServer,
  connectRepository,
} from "@docsteward/services/project/source";
import {
  clearSlackCommand,
  getSlackCommand,
  SetSlackCommand,
  setSlackCommand,
} from "@docsteward/services/slack/settings";
import {
  CreateWebhook,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateWebhookSecret,
  UpdateWebhook,
  updateWebhook,
  WebhookId,
} from "@docsteward/services/webhook/endpoints";
import { ListDeliveries, listDeliveries } from "@docsteward/services/webhook/list-deliveries";
import { DeliveryId, pingWebhook, redeliverWebhook } from "@docsteward/services/webhook/publish";
import {
  adminProcedure,
  organizationViewerProcedure,
  ownerAdminProcedure,
  ownerViewerProcedure,
  router,
  signedInProcedure,
  toPlain,
  viewerProcedure,
} from "./init.ts";

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
  refresh: ownerAdminProcedure.mutation(({ ctx }) => refreshInstallations(ctx.owner)),

  /** The accounts at GitHub whose repositories the organization can use. */
  accounts: organizationViewerProcedure.query(({ ctx }) => listOwnInstallations(ctx.services)),

  connect: adminProcedure.input(ConnectRepository).mutation(({ ctx, input }) => connectRepository(ctx.project, input)),

  /** A repository at any Git server, or another token or key for the present one. */
  connectServer: adminProcedure
    .input(ConnectGitServer)
    .mutation(({ ctx, input }) =>
      outsideCalls.hold(ctx.project.organization.id, "tests of a repository", () =>
        connectGitServer(ctx.project, input),
      ),
    ),

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

/** The models that the project and its organization have for themselves. No answer holds a key. */
export const modelRouter = router({
  get: ownerViewerProcedure.query(async ({ ctx }) => toPlain(await getModelProviders(ctx.owner))),

  set: ownerAdminProcedure
    .input(SetModelProvider)
    .mutation(async ({ ctx, input }) => toPlain(await setModelProvider(ctx.owner, input))),

  clear: ownerAdminProcedure.input(ModelOwner).mutation(({ ctx, input }) => clearModelProvider(ctx.owner, input)),

  /** Makes one small call a model, with what is in the form. */
  try: ownerAdminProcedure.input(SetModelProvider).mutation(({ ctx, input }) => testModelProvider(ctx.owner, input)),

  /** The same with the installation's own models. */
  tryInstalled: ownerAdminProcedure.mutation(({ ctx }) => testInstalledModels(ctx.owner)),
});

const PAGE = 25;

/** Where the project's events are sent to, and what became of them. */
export const webhookRouter = router({
  list: viewerProcedure.query(async ({ ctx }) => toPlain(await listWebhooks(ctx.project))),

  create: adminProcedure
    .input(CreateWebhook)
    .mutation(async ({ ctx, input }) => toPlain(await createWebhook(ctx.project, input))),

  update: adminProcedure
    .input(UpdateWebhook)
    .mutation(async ({ ctx, input }) => toPlain(await updateWebhook(ctx.project, input))),

  rotateSecret: adminProcedure
    .input(WebhookId)
    .mutation(async ({ ctx, input }) => toPlain(await rotateWebhookSecret(ctx.project, input))),

  delete: adminProcedure.input(WebhookId).mutation(({ ctx, input }) => deleteWebhook(ctx.project, input)),

  ping: adminProcedure.input(WebhookId).mutation(({ ctx, input }) => pingWebhook(ctx.project, input)),

  /** The log of one endpoint; `next` names the page behind. */
  deliveries: viewerProcedure.input(ListDeliveries.omit({ limit: true })).query(async ({ ctx, input }) => {
    const found = await listDeliveries(ctx.project, { ...input, limit: PAGE + 1 });
    const deliveries = found.slice(0, PAGE);
    return toPlain({ deliveries, next: found.length > PAGE ? (deliveries.at(-1)?.id ?? null) : null });
  }),

  redeliver: adminProcedure.input(DeliveryId).mutation(({ ctx, input }) => redeliverWebhook(ctx.project, input)),
});

/** The command of a Slack app that asks the assistant. No answer holds its secret. */
export const slackRouter = router({
  get: viewerProcedure.query(async ({ ctx }) => toPlain(await getSlackCommand(ctx.project))),

  set: adminProcedure
    .input(SetSlackCommand)
    .mutation(async ({ ctx, input }) => toPlain(await setSlackCommand(ctx.project, input))),

  clear: adminProcedure.mutation(({ ctx }) => clearSlackCommand(ctx.project)),
});
