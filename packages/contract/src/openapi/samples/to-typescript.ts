import { formatLiteral, TYPESCRIPT_STYLE } from "./format-literal.ts";
import type { SampleCall } from "./sample-call.ts";

export function toTypeScript({ method, address, key, variables, body, isStream }: SampleCall): string {
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
