import { ask } from "./commands/ask.ts";
import { auditList } from "./commands/audit-list.ts";
import { check } from "./commands/check.ts";
import { evaluate } from "./commands/eval.ts";
import { gapAsk } from "./commands/gap-ask.ts";
import { gapClose } from "./commands/gap-close.ts";
import { gapJob } from "./commands/gap-job.ts";
import { gapList } from "./commands/gap-list.ts";
import { githubAssign } from "./commands/github-assign.ts";
import { githubConnect } from "./commands/github-connect.ts";
import { githubStatus } from "./commands/github-status.ts";
import { indexSite } from "./commands/index-site.ts";
import { jobCreate } from "./commands/job-create.ts";
import { jobList } from "./commands/job-list.ts";
import { jobWatch } from "./commands/job-watch.ts";
import { keyCreate } from "./commands/key-create.ts";
import { keyList } from "./commands/key-list.ts";
import { keyRevoke } from "./commands/key-revoke.ts";
import { keyRotate } from "./commands/key-rotate.ts";
import { keyUpdate } from "./commands/key-update.ts";
import { limitJob } from "./commands/limit-job.ts";
import { limitList } from "./commands/limit-list.ts";
import { limitSet } from "./commands/limit-set.ts";
import { memberSetRole } from "./commands/member-set-role.ts";
import { projectCreate } from "./commands/project-create.ts";
import { projectList } from "./commands/project-list.ts";
import { projectUpdate } from "./commands/project-update.ts";
import { search } from "./commands/search.ts";
import { setupLink } from "./commands/setup-link.ts";
import { threadList } from "./commands/thread-list.ts";
import { threadShow } from "./commands/thread-show.ts";
import { threadUnanswered } from "./commands/thread-unanswered.ts";
import { userCreate } from "./commands/user-create.ts";
import { userList } from "./commands/user-list.ts";
import { userResetPassword } from "./commands/user-reset-password.ts";
import { webhookCreate } from "./commands/webhook-create.ts";
import { webhookDelete } from "./commands/webhook-delete.ts";
import { webhookDeliveries } from "./commands/webhook-deliveries.ts";
import { webhookList } from "./commands/webhook-list.ts";
import { webhookPing } from "./commands/webhook-ping.ts";
import { webhookRedeliver } from "./commands/webhook-redeliver.ts";
import { webhookRotate } from "./commands/webhook-rotate.ts";
import { webhookUpdate } from "./commands/webhook-update.ts";
import { makeGroup } from "./make-command.ts";

/** The whole command line: groups by noun, one file a verb, and the checks that need no installation. */
export const docsteward = makeGroup(
  "docsteward",
  "Manage this Docsteward installation: projects, keys, jobs and site checks",
  [
    makeGroup("project", "Documentation sites", [projectCreate, projectUpdate, projectList]),
    makeGroup("key", "API keys", [keyCreate, keyList, keyUpdate, keyRotate, keyRevoke]),
    makeGroup("limit", "Limits of organizations and keys", [limitSet, limitJob, limitList]),
    setupLink,
    makeGroup("user", "User accounts", [userCreate, userList, userResetPassword]),
    makeGroup("member", "Members and roles of an organization", [memberSetRole]),
    makeGroup("audit", "Audit log of access changes", [auditList]),
    makeGroup("job", "Agent jobs", [jobCreate, jobWatch, jobList]),
    makeGroup("webhook", "Webhooks for a project's events", [
      webhookCreate,
      webhookList,
      webhookUpdate,
      webhookDelete,
      webhookRotate,
      webhookPing,
      webhookDeliveries,
      webhookRedeliver,
    ]),
    makeGroup("github", "The GitHub App and who can use its repositories", [githubStatus, githubConnect, githubAssign]),
    makeGroup("thread", "Readers' questions to the assistant", [threadList, threadShow, threadUnanswered]),
    makeGroup("gap", "Gaps in the documentation", [gapList, gapJob, gapAsk, gapClose]),
    indexSite,
    search,
    ask,
    evaluate,
    check,
  ],
);
