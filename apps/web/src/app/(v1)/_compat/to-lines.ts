import { describeEvent } from "@docsteward/contract/describe-event";
import type { JobEventBody } from "@docsteward/contract/job-event";

const MARKS = { pending: "[ ]", in_progress: "[>]", completed: "[x]", cancelled: "[-]" } as const;

/** Says an event in lines for a person who reads the stream; an empty text for what they would not miss. */
export function toLines(event: JobEventBody): string {
  const { type, data } = event;
  switch (type) {
    // The stream's first line has said the one; the caller knows the other.
    case "job.created":
    case "message.taken":
    case "job.archived":
    case "job.unarchived":
      return "";
    case "model.replied":
      return data.text.trim() === "" ? "" : `\n${data.text.trim()}\n`;
    case "tool.called":
      return `- ${data.summary}\n`;
    case "tool.finished":
      return data.isError ? `  Failed: ${data.summary}\n` : "";
    case "todos.updated":
      return `\nTodos\n${data.todos.map(({ status, content }) => `${MARKS[status]} ${content}\n`).join("")}`;
    case "checks.finished":
      return `${describeEvent(event)}\n${data.problems.map(({ path, line, message }) => `- ${path}${line === null ? "" : `:${line}`} ${message}\n`).join("")}`;
    case "job.completed":
      return `\nCompleted\n${paragraph(data.messageToUser)}${data.prLink === null ? "No file was changed.\n" : `Pull request: ${data.prLink}\n`}`;
    case "job.failed":
      return `\n${describeEvent(event)}\n`;
    default:
      return `${describeEvent(event)}\n`;
  }
}

const paragraph = (text: string) => (text.trim() === "" ? "" : `${text.trim()}\n`);
