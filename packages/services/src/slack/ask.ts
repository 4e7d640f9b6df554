import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { AppError, isAppError } from "@docsteward/contract/error";
import type { OutcomeData, SourceData } from "@docsteward/contract/ui-chunk";
import type { SlackCommand } from "@docsteward/db/client";
import { newId } from "@docsteward/platform/id";
import { createAddressMatcher } from "@docsteward/platform/ip-ranges";
import { inProject, type ProjectContext, type SystemContext } from "../context.ts";
import { stripNul } from "../database.ts";
import { consumeLimits, type LimitUse, refundLimits } from "../limit/consume.ts";
import { organizationQuota } from "../limit/quotas.ts";
import { unseal } from "../secret/seal.ts";
import { answerQuestion } from "../thread/answer.ts";
import { postSigned } from "../webhook/post-signed.ts";
import { escapeSlack } from "../webhook/slack-message.ts";
import { composeSlackAnswer, type SlackAnswer } from "./compose-answer.ts";
import { slackSecretPurpose } from "./settings.ts";

/** One unverified request of a Slack app. */
export type SlackCall = {
  projectId: string;
  /** `X-Slack-Request-Timestamp` */
  timestamp: string | null;
  /** `X-Slack-Signature` */
  signature: string | null;
  /** Reads it as it comes; asked only when it may have been signed. */
  body(): Promise<string>;
  /** Aborts when this process is about to end. */
  signal: AbortSignal;
};

/** A message in reply to a command, or later to its `response_url`. `ephemeral`: only the person who asked sees it. */
export type SlackReply = { response_type: "ephemeral" | "in_channel"; text: string; blocks?: object[] };

/** What the request is answered with; null for an empty answer. The answer to the question follows, and never fails. */
export type AcceptedCall = { reply: SlackReply | null; answering: Promise<void> | null };

const WORKING = "Looking through the docs…";
const USAGE = "Ask a question about the docs, for example `/docs how do I sign in?`";

/**
 * Takes a question of a Slack app's command. Slack waits three seconds, so the answer goes to the request's `response_url` when
 * it exists. A request that is sent again is answered once.
 *
 * @throws AppError `invalid_signature` for an unknown project, one without a command, and a wrong or old signature alike
 */
export async function acceptSlackCommand(services: SystemContext, call: SlackCall): Promise<AcceptedCall> {
  const { ctx, command, form, id } = await verify(services, call);
  if (form.get("ssl_check") === "1") return { reply: null, answering: null };
  const question = stripNul(form.get("text") ?? "").trim();
  if (question === "") return { reply: privately(USAGE), answering: null };
  const responseUrl = requireResponseUrl(ctx, form.get("response_url") ?? "");
  const now = ctx.clock.now();
  const projectId = ctx.project.id;
  const { count } = await ctx.db.slackRequest.createMany({
    data: [{ id, projectId, receivedAt: now }],
    skipDuplicates: true,
  });
  if (count === 0) return { reply: privately(WORKING), answering: null };
  await ctx.db.slackCommand.updateMany({ where: { projectId }, data: { lastAskedAt: now } });
  const asked = await asVisitor(ctx, form);
  try {
    // A refusal is shown only in a reply with status 200.
    const uses = await consumeLimits(asked.ctx, ["org-hour", "ip-day"]);
    const answering = answer({ ...asked, uses, question, responseUrl, command, signal: call.signal });
    return { reply: privately(WORKING), answering };
  } catch (error) {
    return { reply: privately(explain(ctx, error)), answering: null };
  }
}

const privately = (text: string): SlackReply => ({ response_type: "ephemeral", text });

const MAX_AGE_SECONDS = 300;

async function verify(services: SystemContext, { projectId, timestamp, signature, body }: SlackCall) {
  const isForm = /^\d{1,12}$/.test(timestamp ?? "") && /^v0=[0-9a-f]{64}$/.test(signature ?? "");
  const age = Math.abs(services.clock.now().getTime() / 1_000 - Number(timestamp));
  if (!isForm || age > MAX_AGE_SECONDS) throw unsigned();
  const project = await services.db.project.findUnique({
    where: { id: stripNul(projectId) },
    include: { organization: true },
  });
  const command = project && (await services.db.slackCommand.findUnique({ where: { projectId: project.id } }));
  if (!command) throw unsigned();
  const text = await body();
  const signed = `v0:${timestamp}:${text}`;
  const secret = unseal(services, slackSecretPurpose(project.id), command.signingSecret);
  const expected = createHmac("sha256", secret).update(signed).digest();
  if (!timingSafeEqual(expected, Buffer.from((signature ?? "").slice("v0=".length), "hex"))) throw unsigned();
  const id = createHash("sha256").update(signed).digest("hex");
  return { ctx: inProject(services, project), command, form: new URLSearchParams(text), id };
}

function unsigned(): AppError {
  const sentence =
    "The request isn't signed with the signing secret of this project's Slack app, or it is older than five minutes. Check the request URL and the signing secret.";
  return new AppError("invalid_signature", sentence);
}

const SLACK_HOSTS = new Set(["hooks.slack.com", "hooks.slack-gov.com"]);

/** Where the answer goes: only to Slack, or to an address of the operator's own networks, such as a test server's. */
function requireResponseUrl({ webhooks }: ProjectContext, address: string): string {
  const url = URL.parse(address);
  const host = url?.hostname.replace(/^\[|\]$/g, "") ?? "";
  const isOwn = isIP(host) !== 0 && createAddressMatcher(webhooks.allowedNetworks)(host);
  if (url !== null && ((url.protocol === "https:" && SLACK_HOSTS.has(host)) || isOwn)) return url.href;
  throw new AppError("invalid_request", "The `response_url` isn't an address of Slack, so no answer can be sent.");
}

/** A person in Slack is a reader without groups, and is counted like an address that calls without a key. */
async function asVisitor(ctx: ProjectContext, form: URLSearchParams) {
  const person = ["team_id", "user_id"].map((name) => (form.get(name) ?? "").replaceAll(/\W/g, "").slice(0, 40));
  const fp = ["slack", ...person].join("-");
  const quotas = await organizationQuota(ctx, "org-hour");
  return { ctx: { ...ctx, actor: { kind: "visitor", address: `${ctx.project.id}:${fp}`, quotas } as const }, fp };
}

type Asked = {
  ctx: ProjectContext;
  fp: string;
  uses: LimitUse[];
  question: string;
  responseUrl: string;
  command: SlackCommand;
  signal: AbortSignal;
};

/** Answers, and sends the answer, or why there is none. */
async function answer(asked: Asked): Promise<void> {
  const { ctx, uses, command } = asked;
  const reply = await compose(asked).then(
    (answered): SlackReply => ({ response_type: command.isPublic ? "in_channel" : "ephemeral", ...answered }),
    (error: unknown) => privately(explain(ctx, error)),
  );
  try {
    // Only an answer counts.
    if (reply.blocks === undefined) await refundLimits(ctx, uses);
    await send(asked, reply);
  } catch (error) {
    ctx.log.error({ err: error, projectId: ctx.project.id }, "answer to Slack could not be sent");
  }
}

async function compose({ ctx, fp, question, signal }: Asked): Promise<SlackAnswer> {
  const messages = [{ role: "user" as const, content: question }];
  const { chunks } = await answerQuestion(ctx, { fp, messages, signal });
  const sources = new Map<number, SourceData>();
  let text = "";
  let category: OutcomeData["category"] | null = null;
  for await (const chunk of chunks) {
    if (chunk.type === "text-delta") text += chunk.delta;
    if (chunk.type === "data-source" && !sources.has(chunk.data.number)) sources.set(chunk.data.number, chunk.data);
    if (chunk.type === "data-outcome") category = chunk.data.category;
    if (chunk.type === "error") throw new AppError("upstream_error", chunk.errorText);
  }
  if (signal.aborted) throw new AppError("unavailable", "The service is restarting. Ask again in a minute.");
  const cited = [...sources.values()].sort((a, b) => a.number - b.number);
  return composeSlackAnswer({ question, text, sources: cited, category });
}

function explain(ctx: ProjectContext, error: unknown): string {
  if (!isAppError(error)) {
    ctx.log.error({ err: error, projectId: ctx.project.id }, "question from Slack failed");
    return "Something went wrong. Try again later.";
  }
  const isOwn = error.options.violatedPolicies?.includes("ip-day") ?? false;
  return escapeSlack(isOwn ? "You have asked as many questions as one person may in a day." : error.message);
}

/** Slack takes a message late for half an hour, and no client waits for it. */
const RETRY_DELAYS_MS = [1_000, 5_000];
const CLIENT_ERROR = 400;
const SERVER_ERROR = 500;

async function send({ ctx, responseUrl: url, signal }: Asked, reply: SlackReply): Promise<void> {
  const body = JSON.stringify(reply);
  for (const delayMs of [...RETRY_DELAYS_MS, null]) {
    const { error, answer } = await postSigned(ctx, { id: newId("msg"), url, body, secrets: [] });
    if (error === null) return;
    const isRefused = answer !== null && answer.status >= CLIENT_ERROR && answer.status < SERVER_ERROR;
    if (isRefused || delayMs === null || signal.aborted) {
      ctx.log.warn({ projectId: ctx.project.id, error }, "answer to Slack could not be sent");
      return;
    }
    await wait(delayMs, undefined, { ref: false });
  }
}
