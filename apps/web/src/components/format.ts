/** What a job is called: the agent's title, or the first line of the prompt until there is one. */
export function jobTitle({ title, prompt }: { title: string | null; prompt: string }): string {
  return title ?? prompt.trim().split("\n", 1)[0] ?? "";
}

const INDEX_PHASES: Record<string, string> = {
  waiting: "Waiting for a worker",
  fetching: "Fetching the repository",
  reading: "Reading pages",
  embedding: "Embedding passages",
};

/** What an index run does now. */
export function indexPhase(phase: string): string {
  return INDEX_PHASES[phase] ?? phase;
}

/** The short name of a repository's address: `acme/docs` of one at a forge, the last folder of one on the server. */
export function repositoryName(url: string): string {
  const parts = toText(url)
    .replace(/^[a-z+]+:\/\/[^/]*\//i, "")
    .replace(/\.git\/?$/, "")
    .split("/")
    .filter(Boolean);
  return parts.slice(url.startsWith("file:") ? -1 : -2).join("/") || url;
}

function toText(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    // An address may hold a percent sign that begins no character.
    return url;
  }
}
