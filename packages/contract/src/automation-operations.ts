import { z } from "zod";
import { ProjectParams } from "./agent-operations.ts";
import { AUTOMATION_TRIGGERS, AutomationDefinition } from "./automation.ts";
import { Id, Text } from "./input-schema.ts";
import { CreateJobBody } from "./job.ts";
import { defineOperation } from "./operation.ts";

const timestamp = z.iso.datetime();

/** One occasion on which an automation acted, or had a reason not to. */
export const AutomationRun = z
  .object({
    id: z.string(),
    trigger: z.enum(AUTOMATION_TRIGGERS),
    state: z.enum(["waiting", "started", "continued", "reported", "silent", "failed"]).meta({
      description:
        "`started` began a job, `continued` sent a message to the job whose pull request is open, `reported` said on a pull request in a source which pages it will make false, `silent` did nothing.",
    }),
    reason: z.string().nullable().meta({ description: "Why it waits, was silent or failed." }),
    jobId: z.string().nullable(),
    change: z
      .object({
        source: z.string().nullable().meta({ description: "Name of the source; null for the docs." }),
        base: z.string().nullable(),
        head: z.string(),
        pullRequest: z
          .object({ number: z.int(), url: z.string() })
          .nullable()
          .meta({ description: "The pull request in the source that it is about." }),
      })
      .nullable()
      .meta({ description: "The commits that it follows." }),
    createdAt: timestamp,
    decidedAt: timestamp.nullable(),
  })
  .meta({ id: "AutomationRun" });
export type AutomationRun = z.infer<typeof AutomationRun>;

/** An automation with what came of it. */
export const Automation = z
  .object({
    id: z.string(),
    origin: z.enum(["file", "api"]).meta({ description: "`file`: defined in `.docsteward/automations.yml`." }),
    definition: AutomationDefinition.meta({ id: "AutomationDefinition" }),
    nextRunAt: timestamp.nullable().meta({ description: "Next time of its schedule." }),
    pausedAt: timestamp.nullable(),
    pausedReason: z.string().nullable(),
    hasWebhookSecret: z.boolean(),
    follows: z
      .array(z.object({ source: z.string().nullable(), commit: z.string().nullable() }))
      .meta({ description: "The branches that it follows, each up to a commit; the source is null for the docs." }),
    lastRun: AutomationRun.nullable(),
    jobs: z.int(),
    costUsd: z.number().meta({ description: "What its jobs have cost, in US dollars." }),
    pullRequests: z.object({
      opened: z.int(),
      merged: z.int(),
      closed: z.int().meta({ description: "Closed without merging." }),
      mergeRate: z.number().nullable().meta({ description: "Share of ended pull requests that were merged." }),
      openNumber: z.int().nullable().meta({ description: "Number of the open one." }),
    }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: "Automation" });
export type Automation = z.infer<typeof Automation>;

const AutomationList = z
  .object({
    automations: z.array(Automation),
    problems: z.array(z.string()).meta({ description: "What is wrong with the file in the repository." }),
  })
  .meta({ id: "AutomationList" });

const AutomationRunList = z
  .object({ runs: z.array(AutomationRun), nextCursor: z.string().nullable(), hasMore: z.boolean() })
  .meta({ id: "AutomationRunList" });

const AutomationParams = ProjectParams.extend({
  automationId: Id.meta({ description: "The automation's id or its name.", examples: ["follow-app"] }),
});

const DEFINITION: z.input<typeof AutomationDefinition> = {
  name: "follow-app",
  on: { merge: { source: "app", paths: ["src/**"] } },
  prompt: "Update the pages that this change makes false.",
};
const RUN: AutomationRun = {
  id: "run_01KAE1B2C3D4E5F6G7H8J9K0MN",
  trigger: "manual",
  state: "started",
  reason: null,
  jobId: "job_01KADZ4XM2C8V0R4N7T9W3Y5HB",
  change: null,
  createdAt: "2026-11-21T10:00:00.000Z",
  decidedAt: "2026-11-21T10:00:00.000Z",
};
const EXAMPLE = {
  id: "aut_01KAE1A2C3D4E5F6G7H8J9K0MN",
  origin: "api",
  definition: DEFINITION,
  nextRunAt: null,
  pausedAt: null,
  pausedReason: null,
  hasWebhookSecret: false,
  follows: [{ source: "app", commit: "5d1c0ec1f3d0c6a1b0f6a9f7d3b7a1c2e4f5a6b7" }],
  lastRun: null,
  jobs: 0,
  costUsd: 0,
  pullRequests: { opened: 0, merged: 0, closed: 0, mergeRate: null, openNumber: null },
  createdAt: "2026-11-20T09:00:00.000Z",
  updatedAt: "2026-11-20T09:00:00.000Z",
} as const;

/** What callers send: what has a default can be left out. */
const AutomationBody = AutomationDefinition.meta({ id: "AutomationBody" });

const none = z.object({});
const SHARED = { auth: "admin", limits: [], idempotency: null, query: none, produces: "json" } as const;

export const listAutomationsOperation = defineOperation({
  ...SHARED,
  limits: [],
  id: "listAutomations",
  method: "GET",
  path: "/v2/automation/{projectId}",
  summary: "List automations",
  description: "Lists the project's automations by name, with what came of them.",
  scope: "read",
  params: ProjectParams,
  body: none,
  response: AutomationList,
  example: { response: { automations: [EXAMPLE], problems: [] } },
});

export const createAutomationOperation = defineOperation({
  ...SHARED,
  limits: [],
  id: "createAutomation",
  method: "POST",
  path: "/v2/automation/{projectId}",
  summary: "Create an automation",
  description:
    "Creates an automation. The project's file `.docsteward/automations.yml` defines others in the same format. A project has 50 at most.",
  scope: "write",
  params: ProjectParams,
  body: AutomationBody,
  response: Automation,
  errors: ["conflict"],
  example: { body: DEFINITION, response: EXAMPLE },
});

export const getAutomationOperation = defineOperation({
  ...SHARED,
  limits: [],
  id: "getAutomation",
  method: "GET",
  path: "/v2/automation/{projectId}/{automationId}",
  summary: "Get an automation",
  description: "Returns an automation with what came of it.",
  scope: "read",
  params: AutomationParams,
  body: none,
  response: Automation,
  example: { response: EXAMPLE },
});

export const changeAutomationOperation = defineOperation({
  ...SHARED,
  limits: [],
  id: "changeAutomation",
  method: "POST",
  path: "/v2/automation/{projectId}/{automationId}",
  summary: "Change an automation",
  description: "Replaces the definition of an automation that the API created.",
  scope: "write",
  params: AutomationParams,
  body: AutomationBody,
  response: Automation,
  errors: ["conflict"],
  example: { body: DEFINITION, response: EXAMPLE },
});

export const removeAutomationOperation = defineOperation({
  ...SHARED,
  limits: [],
  id: "removeAutomation",
  method: "POST",
  path: "/v2/automation/{projectId}/{automationId}/remove",
  summary: "Remove an automation",
  description: "Removes an automation that the API created, with its runs. Its jobs and pull requests stay.",
  scope: "write",
  params: AutomationParams,
  body: none,
  response: z.object({ id: z.string() }).meta({ id: "RemovedAutomation" }),
  errors: ["conflict"],
  example: { response: { id: EXAMPLE.id } },
});

export const pauseAutomationOperation = defineOperation({
  ...SHARED,
  limits: [],
  id: "pauseAutomation",
  method: "POST",
  path: "/v2/automation/{projectId}/{automationId}/pause",
  summary: "Pause or resume an automation",
  description:
    "Pauses an automation, or resumes it. After a pause it follows what its sources changed meanwhile; missed times of a schedule are not made up for.",
  scope: "write",
  params: AutomationParams,
  body: z.object({ isPaused: z.boolean() }).meta({ id: "PauseAutomationBody" }),
  response: Automation,
  example: { body: { isPaused: false }, response: EXAMPLE },
});

export const listAutomationRunsOperation = defineOperation({
  ...SHARED,
  limits: [],
  id: "listAutomationRuns",
  method: "GET",
  path: "/v2/automation/{projectId}/{automationId}/runs",
  summary: "List runs",
  description: "Lists the runs of an automation, newest first, with the reason of each that did nothing.",
  scope: "read",
  params: AutomationParams,
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(20),
    cursor: Text.max(200).optional(),
  }),
  body: none,
  response: AutomationRunList,
  example: { response: { runs: [RUN], nextCursor: null, hasMore: false } },
});

export const runAutomationOperation = defineOperation({
  ...SHARED,
  limits: ["agent-hour"],
  id: "runAutomation",
  method: "POST",
  path: "/v2/automation/{projectId}/{automationId}/run",
  summary: "Run an automation now",
  description: "Runs an automation now, also in its quiet hours. The run says what came of it.",
  scope: "write",
  params: AutomationParams,
  body: none,
  response: AutomationRun,
  example: { response: RUN },
});

export const rotateAutomationSecretOperation = defineOperation({
  ...SHARED,
  limits: [],
  id: "rotateAutomationSecret",
  method: "POST",
  path: "/v2/automation/{projectId}/{automationId}/secret",
  summary: "Create a webhook secret",
  description:
    "Creates the secret that requests to the automation's webhook are signed with. It is shown once; the secret before it ends now.",
  scope: "write",
  params: AutomationParams,
  body: none,
  response: z.object({ secret: z.string() }).meta({ id: "AutomationSecret" }),
  errors: ["conflict"],
  example: { response: { secret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD" } },
});

export const triggerWorkflowOperation = defineOperation({
  ...SHARED,
  limits: ["agent-hour"],
  id: "triggerWorkflow",
  method: "POST",
  path: "/v1/workflow/{projectId}/{schemaId}/trigger",
  summary: "Trigger an automation",
  description:
    "Runs an automation now, in the form that callers of Mintlify's API send. Status 409 with the reason when the automation does nothing.",
  scope: "write",
  params: ProjectParams.extend({
    schemaId: Id.meta({ description: "The automation's id or its name.", examples: ["follow-app"] }),
  }),
  body: none,
  status: 202,
  response: z
    .object({ schemaId: z.string(), instanceId: z.string(), jobId: z.string() })
    .meta({ id: "TriggeredWorkflow" }),
  errors: ["conflict"],
  example: { response: { schemaId: EXAMPLE.id, instanceId: RUN.id, jobId: "job_01KADZ4XM2C8V0R4N7T9W3Y5HB" } },
});

export const triggerAutopilotOperation = defineOperation({
  ...SHARED,
  limits: ["agent-hour"],
  id: "triggerAutopilot",
  method: "POST",
  path: "/v2/autopilot/{projectId}/webhook",
  summary: "Start a job with a prompt",
  description: "Starts an agent job with a prompt, in the form that callers of Mintlify's API send.",
  scope: "write",
  params: ProjectParams,
  body: CreateJobBody,
  status: 202,
  response: z.object({ success: z.literal(true), jobId: z.string() }).meta({ id: "TriggeredAutopilot" }),
  errors: ["budget_exceeded"],
  example: {
    body: { prompt: "We released v2.4 of the CLI. Add the new --watch flag to the CLI reference." },
    response: { success: true, jobId: "job_01KADZ4XM2C8V0R4N7T9W3Y5HB" },
  },
});

export const AUTOMATION_OPERATIONS = [
  listAutomationsOperation,
  createAutomationOperation,
  getAutomationOperation,
  changeAutomationOperation,
  removeAutomationOperation,
  pauseAutomationOperation,
  listAutomationRunsOperation,
  runAutomationOperation,
  rotateAutomationSecretOperation,
  triggerWorkflowOperation,
  triggerAutopilotOperation,
] as const;
