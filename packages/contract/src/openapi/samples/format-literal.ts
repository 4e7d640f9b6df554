export type LiteralStyle = {
  true: string;
  false: string;
  null: string;
  /** How the name of a field is written. */
  key(name: string): string;
};

export const JSON_STYLE: LiteralStyle = {
  true: "true",
  false: "false",
  null: "null",
  key: (name) => JSON.stringify(name),
};

export const TYPESCRIPT_STYLE: LiteralStyle = {
  ...JSON_STYLE,
  key: (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)),
};

export const PYTHON_STYLE: LiteralStyle = { ...JSON_STYLE, true: "True", false: "False", null: "None" };

const MAX_LINE = 76;

/** Writes a JSON value as a literal of a language: on one line where it fits, else a field a line. */
export function formatLiteral(value: unknown, style: LiteralStyle, indent = ""): string {
  const line = onOneLine(value, style);
  if (line.length + indent.length <= MAX_LINE || typeof value !== "object" || value === null) return line;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const entries = Array.isArray(value)
    ? value.map((entry) => formatLiteral(entry, style, inner))
    : Object.entries(value).map(([name, entry]) => `${style.key(name)}: ${formatLiteral(entry, style, inner)}`);
  return `${open}\n${entries.map((entry) => `${inner}${entry}`).join(",\n")}\n${indent}${close}`;
}

function onOneLine(value: unknown, style: LiteralStyle): string {
  if (value === null) return style.null;
  if (value === true) return style.true;
  if (value === false) return style.false;
  if (Array.isArray(value)) return `[${value.map((entry) => onOneLine(entry, style)).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, entry]) => `${style.key(name)}: ${onOneLine(entry, style)}`);
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}
