import { createGroup } from "./command.ts";
import { accessOff, accessRotate, accessSet, accessShow } from "./commands/access.ts";
import { ask, search } from "./commands/assistant.ts";
import { auditList } from "./commands/audit.ts";
import { backup, restore } from "./commands/backup.ts";
import { benchAgent } from "./commands/bench.ts";
import { check } from "./commands/check.ts";
import { organizationDelete, organizationExport, threadErase, userDelete } from "./commands/data.ts";
import { doctor } from "./commands/doctor.ts";
import { drift } from "./commands/drift.ts";
import { evaluate } from "./commands/eval.ts";
import { gapAsk, gapClose, gapJob, gapList } from "./commands/gap.ts";
import { githubAssign, githubConnect, githubStatus } from "./commands/github.ts";
import { goldenAdd, goldenHold, goldenList, goldenRelease, goldenRemove } from "./commands/golden.ts";
import { indexSite } from "./commands/index-site.ts";
import { jobCreate, jobList, jobWatch } from "./commands/job.ts";
import { jobRequest } from "./commands/job-request.ts";
import { keyCreate, keyList, keyRevoke, keyRotate, keyUpdate } from "./commands/key.ts";
import { limitJob, limitList, limitQueue, limitSet } from "./commands/limit.ts";
import { projectCreate, projectList, projectRepository, projectUpdate } from "./commands/project.ts";
import { secretReset, secretStatus } from "./commands/secret.ts";
import { serve } from "./commands/serve.ts";
import { slackOff, slackSet, slackShow } from "./commands/slack.ts";
import { sourceAdd, sourceList, sourceRemove } from "./commands/source.ts";
import { threadList, threadShow, threadUnanswered } from "./commands/thread.ts";
import { translations } from "./commands/translations.ts";
import { memberSetRole, setupLink, userCreate, userList, userResetPassword } from "./commands/user.ts";
import {
  webhookCreate,
  webhookDelete,
  webhookDeliveries,
  webhookList,
  webhookPing,
  webhookRedeliver,
  webhookRotate,
  webhookUpdate,
} from "./commands/webhook.ts";
import { workerList } from "./commands/worker.ts";

/** The whole command line: groups by noun, one file a verb, and the checks that need no installation. */
export const docsteward = createGroup(
  "docsteward",
  "Manage this Docsteward installation: projects, keys, jobs and site checks",
  [
    createGroup("project", "Documentation sites", [projectCreate, projectRepository, projectUpdate, projectList]),
    createGroup("source", "Repositories that the agent reads beside the docs", [sourceAdd, sourceList, sourceRemove]),
    createGroup("key", "API keys", [keyCreate, keyList, keyUpdate, keyRotate, keyRevoke]),
    createGroup("access", "Who can read which pages", [accessShow, accessSet, accessRotate, accessOff]),
    createGroup("limit", "Limits of organizations and keys", [limitSet, limitJob, limitQueue, limitList]),
    setupLink,
    createGroup("user", "User accounts", [userCreate, userList, userResetPassword, userDelete]),
    createGroup("member", "Members and roles of an organization", [memberSetRole]),
    createGroup("organization", "Organizations", [organizationExport, organizationDelete]),
    createGroup("audit", "Audit log of access changes", [auditList]),
    createGroup("job", "Agent jobs", [jobCreate, jobRequest, jobWatch, jobList]),
    createGroup("slack", "Questions from Slack", [slackShow, slackSet, slackOff]),
    createGroup("webhook", "Webhooks for a project's events", [
      webhookCreate,
      webhookList,
      webhookUpdate,
      webhookDelete,
      webhookRotate,
      webhookPing,
      webhookDeliveries,
      webhookRedeliver,
    ]),
    createGroup("github", "The GitHub App and who can use its repositories", [
      githubStatus,
      githubConnect,
      githubAssign,
    ]),
    createGroup("thread", "Readers' questions to the assistant", [
      threadList,
      threadShow,
      threadUnanswered,
      threadErase,
    ]),
    createGroup("gap", "Gaps in the documentation", [gapList, gapJob, gapAsk, gapClose]),
    createGroup("golden", "Questions that each version of the index must find", [
      goldenAdd,
      goldenList,
      goldenRemove,
      goldenHold,
      goldenRelease,
    ]),
    indexSite,
    serve,
    doctor,
    backup,
    restore,
    createGroup("secret", "The secret that hashes keys and encrypts stored secrets", [secretStatus, secretReset]),
    createGroup("worker", "Worker processes", [workerList]),
    search,
    ask,
    evaluate,
    createGroup("bench", "Benchmarks on your own repositories", [benchAgent]),
    check,
    drift,
    translations,
  ],
);
