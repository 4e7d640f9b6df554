const MAX_NAME = 40;
const NAME = /^[\w-]+$/;
const [OPEN, CLOSE] = ["{{", "}}"];
/** A name may have a space on each side. */
const WINDOW = MAX_NAME + 2 + CLOSE.length;

type Variable = { name: string; start: number; end: number };

/** Finds the variables of a prompt. It looks a bounded way ahead of each brace: an expression would take longer than linear time. */
function* findVariables(prompt: string): Generator<Variable> {
  let start = prompt.indexOf(OPEN);
  while (start !== -1) {
    const inner = prompt.slice(start + OPEN.length, start + OPEN.length + WINDOW);
    const length = inner.indexOf(CLOSE);
    const name = length === -1 ? "" : inner.slice(0, length).trim();
    const isVariable = name.length <= MAX_NAME && NAME.test(name);
    const end = isVariable ? start + OPEN.length + length + CLOSE.length : start + 1;
    if (isVariable) yield { name, start, end };
    start = prompt.indexOf(OPEN, end);
  }
}

/** The variables of a saved prompt, each once, in their order: `{{page}}` is `page`. */
export function listVariables(prompt: string): string[] {
  return [...new Set([...findVariables(prompt)].map(({ name }) => name))];
}

/** Puts values in the place of variables. A variable without a value stays; a value is never read as a variable. */
export function fillVariables(prompt: string, values: Readonly<Record<string, string>>): string {
  let filled = "";
  let at = 0;
  for (const { name, start, end } of findVariables(prompt)) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    filled += prompt.slice(at, start) + (value ?? prompt.slice(start, end));
    at = end;
  }
  return filled + prompt.slice(at);
}
