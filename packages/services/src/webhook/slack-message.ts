import { WEBHOOK_PING, type WebhookEvent } from "@docsteward/contract/webhook-event";
import type { ProjectWithOrganization } from "../context.ts";

/** The event that a person sends to try an endpoint. */
export type WebhookPing = { type: typeof WEBHOOK_PING; data: object };

type Input = { project: ProjectWithOrganization; baseUrl: string; event: WebhookEvent | WebhookPing };

/** A message in the form of Slack's incoming webhooks: blocks, and a text for notifications. */
type SlackMessage = { text: string; blocks: object[] };

/** Slack refuses longer texts of a section and of a message. */
const MAX_CHARACTERS = 2_900;

/** Puts an event into a message for a channel. What people and models wrote is text: it makes no links, mentions or formats. */
export function composeSlackMessage({ project, baseUrl, event }: Input): SlackMessage {
  const { title, detail, link } = describe(event, `${baseUrl}/${project.organization.slug}/${project.domain}`);
  const text = cutEscaped(`[${project.name}] ${title}`);
  const action = link && {
    type: "actions",
    elements: [{ type: "button", text: { type: "plain_text", text: link.label }, url: link.url }],
  };
  return {
    text,
    blocks: [
      { type: "section", text: { type: "mrkdwn", text: `*${text}*` } },
      // Plain text is shown as it is written, without escapes.
      ...(detail ? [{ type: "section", text: { type: "plain_text", text: cut(detail), emoji: false } }] : []),
      ...(action ? [action] : []),
    ],
  };
}

/** What Slack reads as the beginning of a link, a mention or an escape. */
export function escapeSlack(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

type Described = { title: string; detail?: string | null; link?: { label: string; url: string } | null };

function describe({ type, data }: WebhookEvent | WebhookPing, home: string): Described {
  const toJob = (id: string) => ({ label: "Open the job", url: `${home}/jobs/${encodeURIComponent(id)}` });
  switch (type) {
    case "job.created":
      return { title: "Job created", detail: data.prompt, link: toJob(data.job.id) };
    case "job.message_received":
      return { title: "Message to a job", detail: data.message.content, link: toJob(data.job.id) };
    case "job.completed": {
      const { prLink, id } = data.job;
      const link = prLink === null ? toJob(id) : { label: "Review the pull request", url: prLink };
      return { title: prLink === null ? "Job done, no file changed" : "Job done", detail: data.messageToUser, link };
    }
    case "job.failed":
      return { title: "Job failed", detail: data.failure.reason, link: toJob(data.job.id) };
    case "pull_request.opened":
    case "pull_request.merged":
    case "pull_request.closed":
    case "pull_request.reopened": {
      const { number, title, url } = data.pullRequest;
      const what = type.slice(type.indexOf(".") + 1);
      return { title: `Pull request #${number} ${what}`, detail: title, link: { label: "Open the pull request", url } };
    }
    case "assistant.unanswered":
      return {
        title: "The docs don't answer a question",
        detail: data.question,
        link: { label: "Open the gaps", url: `${home}/conversations/gaps` },
      };
    case "index.regressed":
      return {
        title: `${data.lost.length} golden questions lost${data.isHeld ? ": the version before still answers" : ""}`,
        detail: data.lost.map(({ question }) => question).join("\n"),
        link: { label: "Open golden questions", url: `${home}/settings/golden` },
      };
    case "index.updated":
      return { title: `Index updated: ${data.pages} pages`, detail: data.commit.slice(0, 12) };
    case WEBHOOK_PING:
      return { title: "Test message" };
  }
}

const cut = (text: string) =>
  text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS).toWellFormed()}…` : text;

/** On one line, and without the signs that format it in bold. */
const cutEscaped = (text: string) => escapeSlack(cut(text.replace(/[\r\n*]/g, " ")).slice(0, 300));
