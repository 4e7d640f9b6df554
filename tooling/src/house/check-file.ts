import { posix } from "node:path";
import { ENV_READERS } from "./env-readers.ts";
import { ALLOWED_IMPORTS, MAX_LINES, TEST_FILES, TEST_ONLY } from "./import-rules.ts";
import type { SourceFile } from "./list-sources.ts";

const SPECIFIER = /(?:\bfrom|\bimport|\bimport\()\s*\(?\s*["']([^"'\n]+)["']/g;

/** Says what is wrong with a file by the rules of the house, a sentence each; none when it is fine. */
export function checkFile(packageName: string, folder: string, file: SourceFile): string[] {
  return [...checkImports(packageName, folder, file), ...checkLength(file), ...checkEnvironment(file)];
}

function checkImports(packageName: string, folder: string, { path, text }: SourceFile): string[] {
  const isTest = TEST_FILES.test(path);
  const specifiers = [...text.matchAll(SPECIFIER)].map((match) => match[1] ?? "");
  return specifiers.flatMap((specifier) => {
    if (specifier.startsWith("@docsteward/")) {
      const fault = checkOurs(packageName, specifier.slice("@docsteward/".length), isTest);
      return fault ? [`${path} imports ${specifier}: ${fault}`] : [];
    }
    const target = posix.join(posix.dirname(path), specifier);
    if (specifier.startsWith(".") && !target.startsWith(`${folder}/`)) {
      return [`${path} imports ${specifier}, which leaves its package: import @docsteward/… instead`];
    }
    return [];
  });
}

function checkOurs(packageName: string, target: string, isTest: boolean): string | null {
  const [name = "", ...rest] = target.split("/");
  if (rest.length === 0) return "import a file, packages have no root export";
  if (TEST_ONLY.test(target)) return isTest ? null : "only tests may";
  if (name === packageName) return "use a relative path inside a package";
  if (ALLOWED_IMPORTS[packageName]?.includes(name) || isTest) return null;
  return `${packageName} may import ${ALLOWED_IMPORTS[packageName]?.join(", ") || "nothing of ours"}`;
}

function checkLength({ path, text }: SourceFile): string[] {
  const lines = text.split("\n").length - 1;
  if (lines <= MAX_LINES || /^(\/\/|\/\*)/.test(text)) return [];
  return [`${path} has ${lines} lines: split it, or explain the length in a comment on its first line`];
}

function checkEnvironment({ path, text }: SourceFile): string[] {
  if (!/\bprocess\.env\b/.test(text) || ENV_READERS.some((reader) => reader.path.test(path))) return [];
  return [`${path} reads process.env: only packages/platform/src/env.ts and the files in env-readers.ts do`];
}
