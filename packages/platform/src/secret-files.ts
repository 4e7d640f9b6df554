import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

const MAX_BYTES = 65_536;

/** The variables that hold a secret. For each, a variable with `_FILE` behind its name can give the path of a file that holds it. */
export const SECRET_KEYS = [
  "DATABASE_URL",
  "KEY_SECRET",
  "KEY_SECRET_PREVIOUS",
  "METRICS_TOKEN",
  "OTEL_EXPORTER_OTLP_HEADERS",
  "ANTHROPIC_API_KEY",
  "OPENAI_COMPATIBLE_API_KEY",
  "OPENAI_API_KEY",
  "GEMINI_API_KEY",
  "OPENROUTER_API_KEY",
  "AZURE_OPENAI_API_KEY",
  "MISTRAL_API_KEY",
  "BEDROCK_API_KEY",
  "VERTEX_API_KEY",
  "EMBEDDING_API_KEY",
  "GITHUB_APP_PRIVATE_KEY",
  "GITHUB_WEBHOOK_SECRET",
  "AUTH_GITHUB_CLIENT_SECRET",
  "AUTH_OIDC_CLIENT_SECRET",
  "SMTP_URL",
] as const;

type Variables = Record<string, string | undefined>;
type SecretsRead = {
  /** The secrets that files hold, by the name of their variable. */
  values: Record<string, string>;
  /** The file of each of them. */
  files: ReadonlyMap<string, string>;
  /** One sentence for each secret that can't be had. */
  problems: string[];
};

/** Reads the secrets that variables give by a file. A relative path counts from the working folder. */
export function readSecretFiles(variables: Variables): SecretsRead {
  const values: Record<string, string> = {};
  const files = new Map<string, string>();
  const problems: string[] = [];
  for (const key of SECRET_KEYS) {
    const variable = fileVariableOf(key);
    const file = variables[variable]?.trim();
    if (!file) continue;
    if (variables[key]?.trim()) {
      problems.push(`${key} and ${variable} are both set. Set only one`);
      continue;
    }
    const path = resolve(file);
    const read = readSecret(path);
    if ("problem" in read) {
      problems.push(`${variable}: the file ${path} ${read.problem}`);
      continue;
    }
    values[key] = read.text;
    files.set(key, path);
  }
  return { values, files, problems };
}

/** Sets variables for another process. What gave one of them by a file no longer counts, since setting both is refused. */
export function replaceVariables(variables: Variables, changes: Variables): Variables {
  const replaced = SECRET_KEYS.filter((key) => key in changes);
  const withoutFiles = Object.fromEntries(replaced.map((key) => [fileVariableOf(key), undefined]));
  return { ...variables, ...withoutFiles, ...changes };
}

function fileVariableOf(key: string): string {
  return `${key}_FILE`;
}

/** Reads one file as a variable is read: without space around the value, and so without the line end of an editor. */
function readSecret(path: string): { text: string } | { problem: string } {
  let handle: number;
  try {
    // A pipe without a writer would block here for ever.
    handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT"
      ? { problem: "does not exist. Create it, or set the path of another file" }
      : { problem: `can't be read (${code}). Make it readable for this user, or set the path of another file` };
  }
  try {
    const stats = fstatSync(handle);
    if (!stats.isFile()) return { problem: "is not a regular file. Set the path of a file that holds the secret" };
    if (stats.size > MAX_BYTES)
      return { problem: `is larger than ${MAX_BYTES / 1024} kB. Put only the secret into it` };
    const text = readFileSync(handle, "utf8").trim();
    return text === "" ? { problem: "is empty. Put the secret into it" } : { text };
  } finally {
    closeSync(handle);
  }
}
