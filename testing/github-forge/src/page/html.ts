/** Markup that is safe to send: everything put into it was escaped, or is markup itself. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = Html | string | number | null | undefined | false | readonly Value[];

/** Writes markup; values are escaped, lists joined, and null, undefined and false leave nothing. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(strings.map((text, index) => text + (index < values.length ? write(values[index]) : "")).join(""));
}

function write(value: Value): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(write).join("");
  return value === null || value === undefined || value === false ? "" : toEntities(`${value}`);
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

const toEntities = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
