import { keyRouter, limitRouter, memberRouter, organizationRouter, readerAccessRouter } from "./access.ts";
import { accountRouter, invitationRouter, notificationRouter, sessionRouter, setupRouter } from "./account.ts";
import { automationRouter } from "./automation.ts";
import { clientSignInRouter } from "./client-sign-in.ts";
import { githubRouter, modelRouter, slackRouter, webhookRouter } from "./connections.ts";
import { gapRouter, goldenRouter, playgroundRouter, threadRouter } from "./conversations.ts";
import { router } from "./init.ts";
import { installationRouter } from "./installation.ts";
import { jobRouter, savedPromptRouter } from "./job.ts";
import { projectRouter, settingsRouter, widgetRouter } from "./project.ts";
import { pullRequestRouter } from "./pull-request.ts";
import { analyticsRouter, auditRouter, overviewRouter, usageRouter } from "./reports.ts";
import { pageRouter, siteIndexRouter, sourceRouter } from "./site.ts";

/** Everything the dashboard may ask and do. */
export const appRouter = router({
  analytics: analyticsRouter,
  audit: auditRouter,
  member: memberRouter,
  installation: installationRouter,
  invitation: invitationRouter,
  account: accountRouter,
  automation: automationRouter,
  clientSignIn: clientSignInRouter,
  gap: gapRouter,
  github: githubRouter,
  golden: goldenRouter,
  job: jobRouter,
  key: keyRouter,
  limit: limitRouter,
  model: modelRouter,
  notification: notificationRouter,
  organization: organizationRouter,
  overview: overviewRouter,
  page: pageRouter,
  playground: playgroundRouter,
  project: projectRouter,
  pullRequest: pullRequestRouter,
  readerAccess: readerAccessRouter,
  savedPrompt: savedPromptRouter,
  session: sessionRouter,
  settings: settingsRouter,
  setup: setupRouter,
  siteIndex: siteIndexRouter,
  slack: slackRouter,
  source: sourceRouter,
  thread: threadRouter,
  usage: usageRouter,
  webhook: webhookRouter,
  widget: widgetRouter,
});

export type AppRouter = typeof appRouter;
