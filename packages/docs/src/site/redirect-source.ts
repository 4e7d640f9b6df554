/** A part of an address: a name, or what stands for any part, or for all that follow, between two texts. */
type Part = string | { before: string; after: string; isRest: boolean };

/** The form of the addresses that a redirect sends elsewhere. */
export type RedirectSource = readonly Part[];

/**
 * Reads `/docs/:path*`, `/docs/:name((?!new)[^/]+)`, `/docs/*` and `/docs/[...slug]`. What stands in round brackets is not
 * looked at: it takes anything.
 */
export function parseSource(source: string): RedirectSource {
  return splitParts(source).map(toPart);
}

/** Whether a redirect answers to an address, which has no ending of a page and no slash at its end. */
export function matchesSource(source: RedirectSource, route: string): boolean {
  const names = route.split("/").slice(1);
  for (const [at, part] of source.entries()) {
    if (typeof part !== "string" && part.isRest) {
      const rest = names.slice(at).join("/");
      return rest.startsWith(part.before) && rest.endsWith(part.after);
    }
    const name = names[at];
    if (name === undefined) return false;
    if (typeof part === "string" ? name !== part : !name.startsWith(part.before) || !name.endsWith(part.after))
      return false;
  }
  return names.length === source.length;
}

/** The parts between slashes; one in round brackets is text of a pattern. */
function splitParts(source: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = "";
  for (const char of source) {
    if (char === "(") depth += 1;
    if (char === ")") depth -= 1;
    if (char === "/" && depth <= 0) {
      parts.push(part);
      part = "";
    } else part += char;
  }
  return [...parts, part].filter((one) => one !== "");
}

function toPart(text: string): Part {
  const at = text.search(/[:*[(]/);
  if (at < 0) return text;
  const before = text.slice(0, at);
  let rest = text.slice(at);
  let isRest = false;
  if (rest.startsWith(":")) rest = rest.replace(/^:\w*/, "");
  else if (rest.startsWith("[")) {
    isRest = rest.startsWith("[...");
    rest = rest.slice(rest.indexOf("]") + 1);
  }
  if (rest.startsWith("(")) {
    isRest ||= /^\(\.[*+]/.test(rest);
    rest = rest.slice(rest.lastIndexOf(")") + 1);
  }
  if (/^[*+]/.test(rest)) isRest = true;
  const after = rest.replace(/^[*+?]/, "");
  return { before, after: /[:*[(]/.test(after) ? "" : after, isRest };
}
