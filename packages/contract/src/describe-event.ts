import type { JobEventBody } from "./job-event.ts";

const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
const firstLine = (text: string, max = 160) => {
  const line = text.trim().split("\n", 1)[0] ?? "";
  return line.length > max ? `${line.slice(0, max - 1)}…` : line;
};

/** Says an event in one line for a person, the same words in the terminal, on the job page and in the stream. */
export function describeEvent(event: JobEventBody): string {
  const { type, data } = event;
  switch (type) {
    case "job.created":
      return `Job created with ${data.model}: ${firstLine(data.prompt)}`;
    case "message.received":
      return `Message received${data.by ? ` from ${data.by}` : ""}: ${firstLine(data.content)}`;
    case "job.started":
      return data.attempt === 1 ? "A worker started the job" : "A worker resumed the job";
    case "workspace.opened":
      return `Opened ${data.branch} at ${data.commit.slice(0, 7)}: ${plural(data.pages, "page")}`;
    case "instructions.read":
      return `Read the repository's instructions: ${data.files.map(({ path }) => path).join(", ")}`;
    case "source.read":
      return data.commit === null
        ? `Source @${data.name} can't be read: ${firstLine(data.error ?? "")}`
        : `Reads source @${data.name}: ${data.ref} at ${data.commit.slice(0, 7)}`;
    case "message.taken":
      return "The agent read the message";
    case "job.titled":
      return `Title: ${data.title}`;
    case "model.replied":
      return firstLine(data.text) || `The model requested ${plural(data.toolCalls, "tool call")}`;
    case "model.switched":
      return `Continues with ${data.to} instead of ${data.from}. ${firstLine(data.reason)}`;
    case "tool.called":
      return data.summary;
    case "tool.finished":
      return `${data.call}: ${data.summary}`;
    case "todos.updated": {
      const done = data.todos.filter((todo) => todo.status === "completed").length;
      return `Todos: ${done} of ${data.todos.length} done`;
    }
    case "checks.finished":
      return data.errors + data.warnings === 0
        ? "Checks passed"
        : `Checks: ${plural(data.errors, "error")}, ${plural(data.warnings, "warning")}`;
    case "branch.pushed":
      return `Pushed ${plural(data.files, "file")} (+${data.additions} −${data.deletions}) to ${data.branch}`;
    case "pull_request.opened":
      return `Opened pull request #${data.number}: ${data.url}`;
    case "pull_request.updated":
      return `Updated pull request #${data.number}: ${data.url}`;
    case "pull_request.pushed":
      return `${data.by ?? "Someone"} pushed to pull request #${data.number}: ${data.url}`;
    case "pull_request.merged":
    case "pull_request.closed":
    case "pull_request.reopened": {
      const verb = type.slice("pull_request.".length);
      return `${data.by ?? "Someone"} ${verb} pull request #${data.number}: ${data.url}`;
    }
    case "job.completed":
      return data.prLink === null
        ? `Completed without changes: ${firstLine(data.messageToUser)}`
        : `Completed: ${data.prLink}`;
    case "job.failed":
      return `Failed: ${data.reason}`;
    case "job.archived":
      return "Archived";
    case "job.unarchived":
      return "Unarchived";
  }
}
