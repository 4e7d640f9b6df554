import { stripControlCharacters } from "./output.ts";

/** Writes a mark that GitHub Actions shows, at a place in a file or at the run. Text becomes no command of the runner. */
export function formatAnnotation(
  level: "error" | "warning" | "notice",
  properties: Record<string, string | number>,
  message: string,
): string {
  const named = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::${level} ${named.join(",")}::${escapeData(message)}`;
}

const escapeData = (text: string) => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
const escapeProperty = (text: string) => escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

/** Text that stays text in a cell of a Markdown table. */
export function toCell(text: string): string {
  return stripControlCharacters(text.slice(0, 500))
    .replace(/\s+/g, " ")
    .replace(/[\\`*_{}[\]<>|~@#!&]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
