/** What a job is called: the agent's title, or the first line of the prompt until there is one. */
export function titleOf({ title, prompt }: { title: string | null; prompt: string }): string {
  return title ?? prompt.trim().split("\n", 1)[0] ?? "";
}
