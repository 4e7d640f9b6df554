import { type Operation, takesBody } from "../operation.ts";
import type { CodeSample } from "./document.ts";

type LiteralStyle = {
  true: string;
  false: string;
  null: string;
  /** How the name of a field is written. */
  key(name: string): string;
};

const JSON_STYLE: LiteralStyle = {
  true: "true",
  false: "false",
  null: "null",
  key: (name) => JSON.stringify(name),
};

const TYPESCRIPT_STYLE: LiteralStyle = {
  ...JSON_STYLE,
  key: (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)),
};

const PYTHON_STYLE: LiteralStyle = { ...JSON_STYLE, true: "True", false: "False", null: "None" };

const MAX_LINE = 76;

/** Writes a JSON value as a literal of a language: on one line where it fits, else a field a line. */
function formatLiteral(value: unknown, style: LiteralStyle, indent = ""): string {
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

/** What the samples of every language are written from. */
type SampleCall = {
  method: string;
  /** The address behind the service's own, with `write` applied to each variable. */
  address(write: (variable: string) => string): string;
  /** Variable of the environment that holds the key. */
  key: string;
  /** Every variable of the environment that the sample reads. */
  variables: string[];
  body: unknown;
  isStream: boolean;
};

/** Where the service is, as the samples know it. */
const URL_VARIABLE = "DOCSTEWARD_URL";

/** Reads from an operation and its example how a person would call it. */
function toSampleCall(operation: Operation): SampleCall {
  const { method, path, auth, example, produces } = operation;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const key = auth === "admin" ? "ADMIN_KEY" : "ASSISTANT_KEY";
  const query = new URLSearchParams(example?.query).toString();
  return {
    method,
    address: (write) =>
      `${write(URL_VARIABLE)}${path.replace(/\{(\w+)\}/g, (_, name) => write(toVariable(name)))}${query && `?${query}`}`,
    key,
    variables: [URL_VARIABLE, ...names.map(toVariable), key],
    body: takesBody(operation) ? (example?.body ?? {}) : undefined,
    isStream: produces !== "json",
  };
}

/** `projectId` is read from PROJECT_ID; the `id` of a path is a job's. */
export function toVariable(name: string): string {
  if (name === "name") return "SOURCE_NAME";
  return name === "id" ? "JOB_ID" : name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

/** Writes the call of an operation's example in each language, to copy and run unchanged. */
export function toCodeSamples(operation: Operation): CodeSample[] {
  const call = toSampleCall(operation);
  return [
    { lang: "sh", label: "curl", source: toCurl(call) },
    { lang: "ts", label: "TypeScript", source: toTypeScript(call) },
    { lang: "python", label: "Python", source: toPython(call) },
  ];
}

function toCurl({ method, address, key, body, isStream }: SampleCall): string {
  const flags = ["--fail-with-body", ...(isStream ? ["-N"] : [])].join(" ");
  const isPlain = method === "GET" || body !== undefined;
  const lines = [
    `curl ${flags}${isPlain ? "" : ` -X ${method}`} "${address((name) => `$${name}`)}"`,
    `-H "Authorization: Bearer $${key}"`,
    ...(body === undefined
      ? []
      : [
          '-H "Content-Type: application/json"',
          `-d '${formatLiteral(body, JSON_STYLE, "  ").replaceAll("'", "'\\''")}'`,
        ]),
  ];
  return lines.join(" \\\n  ");
}

function toPython({ method, address, key, body, isStream }: SampleCall): string {
  const json = body === undefined ? "" : ', "Content-Type": "application/json"';
  const isUsingJson = body !== undefined || !isStream;
  return [
    ...(isUsingJson ? ["import json"] : []),
    "import os",
    "from urllib.request import Request, urlopen",
    "",
    "env = os.environ",
    "request = Request(",
    `    f"${address((name) => `{env['${name}']}`)}",`,
    ...(method === "GET" ? [] : [`    method="${method}",`]),
    `    headers={"Authorization": f"Bearer {env['${key}']}"${json}},`,
    ...(body === undefined ? [] : [`    data=json.dumps(${formatLiteral(body, PYTHON_STYLE, "    ")}).encode(),`]),
    ")",
    "with urlopen(request) as response:",
    ...(isStream
      ? ["    for line in response:", '        print(line.decode(), end="")']
      : ["    print(json.dumps(json.load(response), indent=2))"]),
  ].join("\n");
}

function toTypeScript({ method, address, key, variables, body, isStream }: SampleCall): string {
  const json = body === undefined ? "" : ', "Content-Type": "application/json"';
  return [
    'import { env } from "node:process";',
    "",
    `const { ${variables.join(", ")} } = env;`,
    `const response = await fetch(\`${address((name) => `\${${name}}`)}\`, {`,
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    `  headers: { Authorization: \`Bearer \${${key}}\`${json} },`,
    ...(body === undefined ? [] : [`  body: JSON.stringify(${formatLiteral(body, TYPESCRIPT_STYLE, "  ")}),`]),
    "});",
    "if (!response.ok) throw new Error((await response.json()).error);",
    isStream
      ? "for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) process.stdout.write(text);"
      : "console.log(await response.json());",
  ].join("\n");
}
