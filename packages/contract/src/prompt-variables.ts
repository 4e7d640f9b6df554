const VARIABLE = /\{\{ ?([\w-]{1,40}) ?\}\}/g;

/** The variables of a saved prompt, each once, in their order: `{{page}}` is `page`. */
export function listVariables(prompt: string): string[] {
  return [...new Set(Array.from(prompt.matchAll(VARIABLE), ([, name = ""]) => name))];
}

/** Puts values in the place of variables. A variable without a value stays; a value is never read as a variable. */
export function fillVariables(prompt: string, values: Readonly<Record<string, string>>): string {
  return prompt.replace(VARIABLE, (text, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? text) : text,
  );
}
