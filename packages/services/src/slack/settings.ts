import { AppError } from "@docsteward/contract/error";
import { Text } from "@docsteward/contract/input-schema";
import { z } from "zod";
import { recordAudit } from "../audit/record.ts";
import { inTransaction, type ProjectContext } from "../context.ts";
import { seal } from "../secret/seal.ts";

export const slackSecretPurpose = (projectId: string) => ({ name: "slack-secret", rowId: projectId }) as const;

/** Input of `setSlackCommand`. */
export type SetSlackCommand = z.infer<typeof SetSlackCommand>;
/** Input of `setSlackCommand`. Omitted fields do not change; the first time, the signing secret is required. */
export const SetSlackCommand = z.object({
  signingSecret: Text.trim()
    .regex(
      /^[0-9A-Za-z]{16,128}$/,
      "The signing secret is invalid. Copy it from Basic Information › App Credentials of your Slack app.",
    )
    .optional(),
  /** Whether answers are shown to the whole channel; to the person who asked by default. */
  isPublic: z.boolean().optional(),
});

/**
 * Lets a Slack app ask the assistant, or changes how.
 *
 * @throws AppError `invalid_request` without a signing secret, as long as none is stored
 */
export async function setSlackCommand(ctx: ProjectContext, input: SetSlackCommand): Promise<SlackCommandState> {
  const { signingSecret: entered, isPublic } = input;
  const projectId = ctx.project.id;
  const signingSecret = entered === undefined ? undefined : seal(ctx.keySecret, slackSecretPurpose(projectId), entered);
  await inTransaction(ctx, async (within) => {
    const updatedAt = ctx.clock.now();
    const changed = { signingSecret, isPublic, updatedAt };
    const { count } = await within.db.slackCommand.updateMany({ where: { projectId }, data: changed });
    if (count === 0) {
      if (signingSecret === undefined) throw noSecret();
      await within.db.slackCommand.create({ data: { projectId, signingSecret, isPublic, updatedAt } });
    }
    await audit(within, "slack.set", { isPublic: isPublic ?? null, isSecretNew: entered !== undefined });
  });
  return getSlackCommand(ctx);
}

function noSecret(): AppError {
  const message = "The signing secret is missing. Copy it from Basic Information › App Credentials of your Slack app.";
  return new AppError("invalid_request", message, { details: [{ path: "signingSecret", message }] });
}

/** Refuses the Slack app's questions from now on, and deletes its secret. */
export async function clearSlackCommand(ctx: ProjectContext): Promise<void> {
  await inTransaction(ctx, async (within) => {
    const { count } = await within.db.slackCommand.deleteMany({ where: { projectId: ctx.project.id } });
    if (count > 0) await audit(within, "slack.cleared", {});
  });
}

async function audit(
  ctx: ProjectContext,
  action: "slack.set" | "slack.cleared",
  details: Record<string, boolean | null>,
): Promise<void> {
  const { organizationId, id } = ctx.project;
  await recordAudit(ctx, { organizationId, projectId: id, action, targetId: id, details });
}

/** The ask command of a project as people see it; the secret is not in it. */
export type SlackCommandState = {
  settings: { isPublic: boolean; lastAskedAt: Date | null } | null;
  /** What a Slack app for this project is made from: JSON to paste into Slack. */
  manifest: string;
};

/** How the project's Slack app asks, and what such an app is made from. */
export async function getSlackCommand(ctx: ProjectContext): Promise<SlackCommandState> {
  const row = await ctx.db.slackCommand.findUnique({ where: { projectId: ctx.project.id } });
  const settings = row && { isPublic: row.isPublic, lastAskedAt: row.lastAskedAt };
  return { settings, manifest: JSON.stringify(toManifest(ctx), null, 2) };
}

/** Slack's bound for the name of an app. */
const MAX_NAME = 35;

function toManifest({ project, baseUrl }: ProjectContext) {
  const name = `${project.name.slice(0, MAX_NAME - 5).trim()} docs`;
  return {
    display_information: { name, description: "Answers questions from the documentation." },
    features: {
      bot_user: { display_name: name, always_online: false },
      slash_commands: [
        {
          command: "/docs",
          url: `${baseUrl}/api/slack/${project.id}`,
          description: "Ask the documentation",
          usage_hint: "how do I …",
          should_escape: false,
        },
      ],
    },
    oauth_config: { scopes: { bot: ["commands"] } },
    settings: { org_deploy_enabled: false, socket_mode_enabled: false, token_rotation_enabled: false },
  };
}
