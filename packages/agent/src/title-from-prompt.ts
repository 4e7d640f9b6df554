const MAX_CHARACTERS = 72;

/** A title from a prompt: its first line, cut between words. A job has it until the agent gives its own, and a follow-up's commit keeps it. */
export function titleFromPrompt(prompt: string): string {
  const line = prompt.trim().split(/\r?\n/, 1)[0]?.replace(/\s+/g, " ").trim() ?? "";
  if (line.length <= MAX_CHARACTERS) return line;
  const cut = line.slice(0, MAX_CHARACTERS);
  const space = cut.lastIndexOf(" ");
  return `${cut.slice(0, space > MAX_CHARACTERS / 2 ? space : MAX_CHARACTERS).trimEnd()}…`;
}
