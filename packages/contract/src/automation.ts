import { Cron } from "croner";
import { z } from "zod";
import { Text } from "./input-schema.ts";
import { Prompt } from "./job.ts";
import { listVariables } from "./prompt-variables.ts";
import { SourceName } from "./source-operations.ts";

/** Where a project's repository defines its automations. */
export const AUTOMATIONS_PATH = ".docsteward/automations.yml";

export const MAX_AUTOMATIONS = 50;

/** The name of an automation in its project. */
const AutomationName = Text.regex(
  /^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/,
  "The name must have 1 to 60 lowercase letters, digits and hyphens, and start and end with a letter or digit.",
).meta({ description: "Unique in the project.", examples: ["follow-app"] });

/** Whether a name is that of a time zone. */
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const TimeZone = Text.max(60)
  .refine(isTimeZone, "The time zone must be an IANA name, such as Europe/Berlin.")
  .default("UTC")
  .meta({ description: "IANA name of a time zone.", examples: ["Europe/Berlin"] });

/** What is wrong with a cron expression of five fields; null when it has a next time. */
function explainCron(text: string): string | null {
  const example = "Use five fields, such as `0 9 * * 1` for Mondays at 9:00.";
  if (text.trim().split(" ").filter(Boolean).length !== 5)
    return `The cron expression must have five fields. ${example}`;
  try {
    if (new Cron(text, { mode: "5-part", timezone: "UTC" }).nextRun() === null)
      return `The cron expression never comes true. ${example}`;
    return null;
  } catch {
    return `The cron expression is invalid. ${example}`;
  }
}

const Schedule = z
  .strictObject({
    cron: Text.max(100)
      .superRefine((text, context) => {
        const message = explainCron(text);
        if (message !== null) context.addIssue({ code: "custom", message });
      })
      .meta({ description: "Minute, hour, day, month and day of the week.", examples: ["0 9 * * 1"] }),
    timeZone: TimeZone,
  })
  .meta({ description: "Runs at these times. After an outage, missed times run once." });
type Schedule = z.output<typeof Schedule>;

/**
 * The next time of a schedule after a moment. In the hour that a change of the clock leaves out, it runs at the hour's end; in
 * the hour that comes twice, once.
 *
 * @returns null when there is none
 */
export function nextTime({ cron, timeZone }: Schedule, after: Date): Date | null {
  return new Cron(cron, { mode: "5-part", timezone: timeZone }).nextRun(after);
}

const Paths = z
  .array(Text.min(1).max(200))
  .min(1)
  .max(50)
  .meta({ description: "Files, folders and globs, such as `src/**`. Without them every change counts." });

const Label = Text.min(1).max(50);
/** Of pull requests in a source. */
const Labels = z
  .array(Label)
  .min(1)
  .max(20)
  .meta({ description: "Only pull requests with one of these labels. Needs a source at GitHub." });

const Triggers = z
  .strictObject({
    schedule: Schedule.optional(),
    merge: z
      .strictObject({ source: SourceName, paths: Paths.optional(), labels: Labels.optional() })
      .optional()
      .meta({ description: "Runs when the branch of a source moves, if the change makes pages of the docs false." }),
    pull_request: z
      .strictObject({ source: SourceName, paths: Paths.optional(), labels: Labels.optional() })
      .optional()
      .meta({
        description:
          "Reports on pull requests in a source at GitHub which pages they will make false, as a check and a comment. A comment there starts the job.",
      }),
    push: z.strictObject({ paths: Paths.optional() }).optional().meta({
      description: "Runs when the base branch of the docs moves. Merges of Docsteward's pull requests don't count.",
    }),
    gap: z
      .strictObject({
        count: z.int().min(1).max(1_000).default(3).meta({ description: "How often readers asked, at least." }),
        age: z.int().min(0).max(365).default(0).meta({ description: "Days since the first question, at least." }),
      })
      .optional()
      .meta({ description: "Runs for open gaps that no job works on." }),
    webhook: z.literal(true).optional().meta({ description: "Runs for signed HTTP requests." }),
    manual: z.literal(true).optional().meta({ description: "Runs only when a person or an API client starts it." }),
  })
  .refine((on) => Object.values(on).some((trigger) => trigger !== undefined), {
    error: 'The automation has no trigger. Add one to "on", such as `manual: true`.',
  });
/** What a run can come from. */
export const AUTOMATION_TRIGGERS = ["schedule", "merge", "pull_request", "push", "gap", "webhook", "manual"] as const;
export type AutomationTrigger = (typeof AUTOMATION_TRIGGERS)[number];

const Clock = Text.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "Use a time such as 22:00.");
const QuietHours = z
  .strictObject({ from: Clock, to: Clock, timeZone: TimeZone })
  .refine(({ from, to }) => from !== to, "The quiet hours must start and end at different times.")
  .meta({ description: "Runs wait until these hours are over. Runs that a person starts don't wait." });
export type QuietHours = z.output<typeof QuietHours>;

const Money = z.number().min(0.01).max(1_000_000);

const AutomationCaps = z.strictObject({
  jobsPerDay: z
    .int()
    .min(1)
    .max(1_000)
    .optional()
    .meta({ description: "Runs that start or continue a job in 24 hours. An automation's default is 10." }),
  usdPerMonth: Money.optional().meta({ description: "US dollars that its jobs may cost in a calendar month (UTC)." }),
});
/** The runs of an automation that may start or continue a job in 24 hours, where it does not say. */
export const DEFAULT_JOBS_PER_DAY = 10;

const ProjectCaps = AutomationCaps.extend({
  openPullRequests: z.int().min(1).max(100).optional().meta({ description: "Open pull requests. Default: no limit." }),
}).meta({ description: "Limits of all automations of the project together." });

/** What a prompt may name, as `{{name}}`. */
const AUTOMATION_VARIABLES = ["automation", "trigger", "date", "source", "base", "head"] as const;
export type AutomationVariable = (typeof AUTOMATION_VARIABLES)[number];

const AutomationPrompt = Prompt.max(8_000)
  .superRefine((text, context) => {
    const known: readonly string[] = AUTOMATION_VARIABLES;
    const unknown = listVariables(text).find((name) => !known.includes(name));
    if (unknown === undefined) return;
    const message = `Variable {{${unknown}}} not found. Use one of: ${known.map((name) => `{{${name}}}`).join(", ")}.`;
    context.addIssue({ code: "custom", message });
  })
  .meta({
    description: `The instruction for the agent. Variables: ${AUTOMATION_VARIABLES.map((name) => `\`{{${name}}}\``).join(", ")}.`,
  });

const Login = Text.regex(/^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})$/, "The reviewer must be a login at GitHub, without @.");

/** An automation, as the file and the API define it. */
export const AutomationDefinition = z.strictObject({
  name: AutomationName,
  on: Triggers,
  prompt: AutomationPrompt,
  model: Text.min(1).max(200).optional().meta({ description: "Model of its jobs. Default: the installation's." }),
  draft: z.boolean().optional().meta({ description: "Whether pull requests open as drafts." }),
  reviewer: Login.optional().meta({ description: "Login of the person at GitHub who is asked for a review." }),
  reviewers: z.array(Login).min(1).max(15).optional().meta({ description: "Logins of several such people." }),
  asksAuthor: z.boolean().optional().meta({
    description: "Whether the author of the code that a run follows is asked for a review. Default: true.",
  }),
  labels: z
    .array(Label)
    .min(1)
    .max(20)
    .optional()
    .meta({ description: "Labels that its pull requests get at GitHub." }),
  caps: AutomationCaps.optional(),
  quietHours: QuietHours.optional(),
});
export type AutomationDefinition = z.output<typeof AutomationDefinition>;

/** What the file says besides its automations. */
export const AutomationsSettings = z.strictObject({
  caps: ProjectCaps.optional(),
  quietHours: QuietHours.optional(),
});
export type AutomationsSettings = z.output<typeof AutomationsSettings>;

/** The file `.docsteward/automations.yml`. */
const AutomationsFile = AutomationsSettings.extend({
  $schema: Text.max(1_000).optional(),
  automations: z.array(AutomationDefinition).max(MAX_AUTOMATIONS),
}).meta({ id: "AutomationsFile", title: "Automations of a Docsteward project" });

/** The file as the worker found it in a commit. */
export type ReadAutomations = {
  settings: AutomationsSettings;
  definitions: AutomationDefinition[];
  /** Names of all automations that the file has, also of those with a fault. */
  names: string[];
  /** Whether there is a file that can be read at all; a faulty one changes nothing. */
  state: "read" | "none" | "faulty";
  /** The first faults, one sentence each. */
  problems: string[];
};

/** The JSON Schema of the file, for editors. */
export function automationsJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(AutomationsFile, { io: "input" }) as Record<string, unknown>;
}
