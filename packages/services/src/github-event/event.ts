import { z } from "zod";

const repository = z.object({ id: z.int(), full_name: z.string().max(200) });
const sender = z.object({ login: z.string().max(100), type: z.string() });

const Push = z.object({ ref: z.string().max(1_000), repository });

const PullRequestEvent = z.object({
  action: z.string(),
  number: z.int(),
  repository,
  sender,
  changes: z.object({ base: z.unknown() }).optional().catch(undefined),
});

const issue = z.object({
  number: z.int(),
  pull_request: z.object({}).optional(),
  title: z.string().catch(""),
  body: z.string().nullish().catch(null),
});
const CommentEvent = z.object({
  action: z.string(),
  repository,
  issue,
  comment: z.object({ id: z.int(), body: z.string(), created_at: z.string(), user: sender.nullish() }),
  sender,
});
const IssueEvent = z.object({
  action: z.string(),
  repository,
  issue: issue.extend({ id: z.int(), created_at: z.string(), user: sender.nullish() }),
  sender,
});

/** A repository as an event names it: by the number that stays, and by the name it had then. */
export type NamedRepository = { id: string; fullName: string };

/** What of an event is needed to know where to look. What became of things is asked of GitHub. */
export type GitHubEvent =
  | { kind: "push"; repository: NamedRepository; branch: string }
  | {
      kind: "pull_request";
      repository: NamedRepository;
      number: number;
      action: string;
      by: string;
      /** What a job does to its pull request it has written down itself; other Apps open and change theirs like people. */
      isOfBot: boolean;
      /** Whether an edit gave it another base. */
      isBaseChanged: boolean;
    }
  | {
      kind: "comment";
      repository: NamedRepository;
      number: number;
      commentId: string;
      body: string;
      by: string;
      writtenAt: string;
      /** Whether it belongs to an issue, and not to a pull request. */
      isInIssue?: boolean;
      /** Of the pull request or issue, as far as they are needed. */
      title?: string;
      description?: string;
    }
  | { kind: "access" };

const ACCESS_EVENTS = new Set(["installation", "installation_repositories", "installation_target", "repository"]);

/**
 * Reads what matters of an event.
 *
 * @returns null for events that nothing here follows from: unknown ones, and the App's own doings
 */
export function parseGitHubEvent(event: string, payload: unknown): GitHubEvent | null {
  if (ACCESS_EVENTS.has(event)) return { kind: "access" };
  if (event === "push") return readPush(Push.safeParse(payload).data);
  if (event === "pull_request") return readPullRequest(PullRequestEvent.safeParse(payload).data);
  if (event === "issue_comment") return readComment(CommentEvent.safeParse(payload).data);
  if (event === "issues") return readIssue(IssueEvent.safeParse(payload).data);
  return null;
}

function readPush(push: z.infer<typeof Push> | undefined): GitHubEvent | null {
  const branch = push?.ref.match(/^refs\/heads\/(.+)$/)?.[1];
  return push && branch ? { kind: "push", repository: toNamed(push.repository), branch } : null;
}

function readPullRequest(event: z.infer<typeof PullRequestEvent> | undefined): GitHubEvent | null {
  if (!event) return null;
  const { action, number, sender: by } = event;
  return {
    kind: "pull_request",
    ...{ repository: toNamed(event.repository), number, action, by: by.login, isOfBot: by.type === "Bot" },
    isBaseChanged: event.changes?.base !== undefined,
  };
}

const MAX_TITLE = 300;
const MAX_DESCRIPTION = 8_000;

function readComment(event: z.infer<typeof CommentEvent> | undefined): GitHubEvent | null {
  if (event?.action !== "created" || !isOfPerson(event.sender, event.comment.user)) return null;
  const { id, body, created_at: writtenAt } = event.comment;
  const isInIssue = event.issue.pull_request === undefined;
  if (isInIssue && !body.includes("@")) return null;
  return { ...aboutIssue(event), commentId: String(id), body, writtenAt, isInIssue };
}

/** An opened issue speaks as a comment does. */
function readIssue(event: z.infer<typeof IssueEvent> | undefined): GitHubEvent | null {
  if (event?.action !== "opened" || !isOfPerson(event.sender, event.issue.user)) return null;
  const { id, body, created_at: writtenAt } = event.issue;
  if (!body?.includes("@")) return null;
  return { ...aboutIssue(event), commentId: `issue-${id}`, body, writtenAt, isInIssue: true };
}

/** A person may move an issue that another one wrote: it counts as opened by who moved it. */
function isOfPerson(by: z.infer<typeof sender>, author: z.infer<typeof sender> | null | undefined): boolean {
  return by.type === "User" && (author === undefined || author?.login === by.login);
}

function aboutIssue(event: Pick<z.infer<typeof CommentEvent>, "repository" | "issue" | "sender">) {
  return {
    kind: "comment" as const,
    repository: toNamed(event.repository),
    number: event.issue.number,
    by: event.sender.login,
    title: event.issue.title.slice(0, MAX_TITLE),
    description: (event.issue.body ?? "").slice(0, MAX_DESCRIPTION),
  };
}

const toNamed = ({ id, full_name: fullName }: z.infer<typeof repository>) => ({ id: String(id), fullName });
