import { formatLiteral, JSON_STYLE } from "./format-literal.ts";
import type { SampleCall } from "./sample-call.ts";

export function toCurl({ method, address, key, body, isStream }: SampleCall): string {
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
