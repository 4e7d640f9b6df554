const EXECUTABLE = [
  /^\s*import\s*(["'{*]|\w+.*\bfrom\s*["'])/,
  /^\s*export\s+(const|let|var|default|function|async|class|\*|\{)/,
  /<script\b/i,
  /\son[a-z]+\s*=\s*["'{]/i,
  /javascript:/i,
];
const FENCE = /^\s*(`{3,}|~{3,})/;

/**
 * The lines of a page that would run as code when the site is built or read: imports, exports, scripts, event handlers.
 *
 * MDX is code, so an edit may not bring any into a page that had none. Code blocks are text and do not count.
 */
export function executableLines(text: string): string[] {
  const found: string[] = [];
  let fence: string | null = null;
  for (const line of text.split(/\r?\n/)) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = null;
      continue;
    }
    if (mark) {
      fence = mark;
      continue;
    }
    const prose = line.replace(/`[^`]*`/g, "");
    if (EXECUTABLE.some((pattern) => pattern.test(prose))) found.push(line.trim());
  }
  return found;
}
