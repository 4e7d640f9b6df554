import type { lintSource } from "@secretlint/core";
import { findTokens, isExampleLogin, isPlaceholder, readLogin } from "./token-formats.ts";

export type FoundSecret = { line: number; name: string };

/** Longer lines are cut, so that no rule meets a line whose length it does not expect. */
const MAX_LINE = 2_000;
const OVERLAP = 300;
const MAX_BLOCK = 64_000;
/**
 * What looks like a secret in a text and stood in none of the texts it comes from, in order of lines. Never says the secret itself.
 *
 * The rules are those of secretlint, and a table of formats that it does not know (`token-formats.ts`).
 */
export async function findNewSecrets(before: readonly string[], after: string): Promise<FoundSecret[]> {
  const old = new Set(before.flatMap((text) => text.split("\n")));
  const lines = after.split("\n").flatMap((text, index) => (old.has(text) ? [] : [{ text, line: index + 1 }]));
  const isNew = (secret: string) => !before.some((text) => text.includes(secret));
  const found: FoundSecret[] = [];
  for (const block of toBlocks(lines)) {
    const text = block.map((one) => one.text).join("\n");
    const lineAt = (offset: number) => block[text.slice(0, offset).split("\n").length - 1]?.line ?? 1;
    for (const { secret, offset, name } of [...findTokens(text), ...(await lint(text))]) {
      if (isNew(secret)) found.push({ line: lineAt(offset), name });
    }
  }
  return found.sort((a, b) => a.line - b.line);
}

type Line = { text: string; line: number };

function* toBlocks(lines: readonly Line[]): Iterable<Line[]> {
  let [block, size]: [Line[], number] = [[], 0];
  for (const { text, line } of lines) {
    for (let at = 0; at === 0 || at < text.length; at += MAX_LINE - OVERLAP) {
      const part = text.slice(at, at + MAX_LINE);
      block.push({ text: part, line });
      size += part.length + 1;
      if (size > MAX_BLOCK) {
        yield block;
        [block, size] = [[], 0];
      }
    }
  }
  if (block.length > 0) yield block;
}

type Found = { secret: string; offset: number; name: string };

async function lint(content: string): Promise<Found[]> {
  const { lintSource, rule } = await loadRules();
  const result = await lintSource({
    source: { content, filePath: "page.md", ext: ".md", contentType: "text" },
    options: { noPhysicFilePath: true, config: { rules: [{ id: "preset", rule }] } },
  });
  return result.messages.flatMap(({ range, ruleId }) => {
    const [start, end] = range;
    const secret = content.slice(start, end);
    return isExample(secret) ? [] : [{ secret, offset: start, name: nameOf(ruleId) }];
  });
}

type Rules = {
  lintSource: typeof lintSource;
  rule: Awaited<typeof import("@secretlint/secretlint-rule-preset-recommend")>["creator"];
};
let rules: Promise<Rules> | null = null;

/** Loaded by the first job that writes: the rules are a quarter of a megabyte of code. */
function loadRules(): Promise<Rules> {
  rules ??= Promise.all([import("@secretlint/core"), import("@secretlint/secretlint-rule-preset-recommend")]).then(
    ([core, preset]) => ({ lintSource: core.lintSource, rule: preset.creator }),
  );
  return rules;
}

/** Whether a finding is what documentation writes in place of a secret. */
function isExample(secret: string): boolean {
  const login = readLogin(secret);
  return login ? isExampleLogin(login) : isPlaceholder(secret);
}

const NAMES: Record<string, string> = {
  privatekey: "a private key",
  basicauth: "a password in a URL",
  npm: "an npm token",
  aws: "an AWS key",
  gcp: "a Google Cloud key",
};

function nameOf(ruleId: string): string {
  const id = ruleId.slice(ruleId.lastIndexOf("secretlint-rule-") + "secretlint-rule-".length);
  if (id === "database-connection-string") return "a password in a database URL";
  return NAMES[id] ?? `a secret of ${id.charAt(0).toUpperCase()}${id.slice(1)}`;
}
