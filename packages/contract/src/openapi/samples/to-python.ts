import { formatLiteral, PYTHON_STYLE } from "./format-literal.ts";
import type { SampleCall } from "./sample-call.ts";

export function toPython({ method, address, key, body, isStream }: SampleCall): string {
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
