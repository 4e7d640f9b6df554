import { accountRouter } from "./account.ts";
import { gapRouter } from "./gap.ts";
import { githubRouter } from "./github.ts";
import { goldenRouter } from "./golden.ts";
import { router } from "./init.ts";
import { jobRouter } from "./job.ts";
import { keyRouter } from "./key.ts";
import { limitRouter } from "./limit.ts";
import { memberRouter } from "./member.ts";
import { modelRouter } from "./model.ts";
import { notificationRouter } from "./notification.ts";
import { playgroundRouter } from "./playground.ts";
import { projectRouter } from "./project.ts";
import { pullRequestRouter } from "./pull-request.ts";
import { readerAccessRouter } from "./reader-access.ts";
import { analyticsRouter, auditRouter, overviewRouter, usageRouter } from "./reports.ts";
import { savedPromptRouter } from "./saved-prompt.ts";
import { sessionRouter } from "./session.ts";
import { settingsRouter } from "./settings.ts";
import { invitationRouter, setupRouter } from "./sign-up.ts";
import { pageRouter, siteIndexRouter } from "./site-index.ts";
import { sourceRouter } from "./source.ts";
import { threadRouter } from "./thread.ts";
import { webhookRouter } from "./webhook.ts";
import { widgetRouter } from "./widget.ts";

/** Everything the dashboard may ask and do. */
export const appRouter = router({
  analytics: analyticsRouter,
  audit: auditRouter,
  member: memberRouter,
  invitation: invitationRouter,
  account: accountRouter,
  gap: gapRouter,
  github: githubRouter,
  golden: goldenRouter,
  job: jobRouter,
  key: keyRouter,
  limit: limitRouter,
  model: modelRouter,
  notification: notificationRouter,
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
  source: sourceRouter,
  thread: threadRouter,
  usage: usageRouter,
  webhook: webhookRouter,
  widget: widgetRouter,
});

export type AppRouter = typeof appRouter;
