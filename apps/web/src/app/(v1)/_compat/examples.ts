import type { AgentSession } from "./agent-session.ts";

const LINK = "https://docsteward.example.com/acme/acme-docs/pulls/8";

export const EXAMPLE_SESSION: AgentSession = {
  sessionId: "job_01KADZ9Q4N7X2B5V8M1R3T6Y0C",
  subdomain: "acme-docs",
  branch: "docsteward/fix-the-title-of-the-guide-3t6y",
  haulted: true,
  haultReason: "completed",
  pullRequestLink: LINK,
  messageToUser: "The guide's title now says what the guide is about.",
  todos: [{ id: "1", content: "Fix the title", status: "completed", priority: "high" }],
  title: "Fix the title of the guide",
  createdAt: "2026-11-21T10:05:00.000Z",
};

/** How a session's stream might read. */
export const EXAMPLE_STREAM = `Job job_01KADZ9Q4N7X2B5V8M1R3T6Y0C on branch docsteward/fix-the-title-of-the-guide-3t6y, with sonnet

A worker started the job
- Read guide.mdx
- Edit guide.mdx
Pushed 1 file (+1 −1) to docsteward/fix-the-title-of-the-guide-3t6y

Completed
The guide's title now says what the guide is about.
Pull request: ${LINK}
`;
