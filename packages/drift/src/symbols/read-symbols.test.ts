import { leastCpuMs } from "@docsteward/platform/testing-cpu";
import { expect, test } from "vitest";
import { readSchemaSymbols, readSymbols } from "./read-symbols.ts";
import type { SourceSymbol } from "./symbol.ts";

function read(path: string, text: string): string[] {
  const found: SourceSymbol[] = [];
  readSymbols(path, text, (symbol) => found.push(symbol));
  return found.map(
    ({ kind, written, default: value, signature, line }) =>
      `${line} ${kind} ${written}${value === undefined ? "" : ` = ${value}`}${signature ?? ""}`,
  );
}

test.each([
  [
    "argparse over lines",
    "a.py",
    'p.add_argument(\n    "-r", "--retries",\n    type=int,\n    default=3,\n)\n',
    "2 flag --retries = 3",
  ],
  ["click", "a.py", '@click.option("--log-level", default="info", help="x")\n', "1 flag --log-level = info"],
  ["commander", "a.ts", 'program.option("-p, --port <n>", "where to listen", 3000)\n', "1 flag --port = 3000"],
  ["cobra", "a.go", '\tcmd.Flags().IntVarP(&n, "max-tries", "m", 4, "how often")\n', "1 flag --max-tries = 4"],
  ["flag of Go", "a.go", 'flag.String("log-level", "info", "how much")\n', "1 flag --log-level = info"],
  [
    "clap",
    "a.rs",
    '    #[arg(long, default_value = "3")]\n    pub max_tries: u8,\n',
    "2 flag --max-tries = 3|2 option max_tries",
  ],
  [
    "a noted default",
    "a.ts",
    "interface A {\n  /** @default 30 */\n  timeoutSeconds?: number;\n}\n",
    "3 option timeoutSeconds = 30",
  ],
  ["zod", "a.ts", "const A = z.object({\n  maxTries: z.number().default(3),\n});\n", "2 option maxTries = 3"],
  [
    "pydantic",
    "a.py",
    "class A(BaseModel):\n    max_tries: int = 3\n    name: str = Field(default='x')\n",
    "2 option max_tries = 3|3 option name = x",
  ],
  [
    "an object of defaults",
    "a.js",
    "const DEFAULT_OPTIONS = {\n  maxTries: 3,\n  retry: { wait: 5 },\n};\n",
    "2 option maxTries = 3|3 option retry",
  ],
  ["environment of Node", "a.ts", 'const a = process.env.TOOL_HOME ?? "/tmp";\n', "1 variable TOOL_HOME = /tmp"],
  ["environment of Python", "a.py", 'a = os.environ.get("TOOL_HOME", "/tmp")\n', "1 variable TOOL_HOME = /tmp"],
  ["environment of Go", "a.go", 'a := os.Getenv("TOOL_HOME")\n', "1 variable TOOL_HOME"],
  ["routes", "a.ts", 'app.get("/v1/users/:id", show);\n', "1 route /v1/users/:id"],
  ["routes of decorators", "a.java", '@GetMapping("/v1/users")\n', "1 route /v1/users"],
  [
    "functions of scripts",
    "a.ts",
    "export async function retry(times: number): void {\n",
    "1 function retry(times: number): void {",
  ],
  ["functions of Rust", "a.rs", "pub fn retry(times: u8) -> bool {\n", "1 function retry(times: u8) -> bool {"],
  [
    "errors",
    "a.ts",
    'throw new TypeError("The file is too large.");\nfail("ERR_TOO_LARGE");\n',
    "1 error The file is too large.|2 error ERR_TOO_LARGE",
  ],
])("reads %s", (_, path, text, expected) => {
  expect(read(`src/${path}`, text)).toEqual(expected.split("|"));
});

test("a value that is computed, or that goes on, is no default", () => {
  expect(read("src/a.py", 'p.add_argument("--wait", default=10 * 60)\n')).toEqual(["1 flag --wait"]);
  expect(read("src/a.py", 'p.add_argument("--wait", default=get_default())\n')).toEqual(["1 flag --wait"]);
});

test("reads routes, parameters and properties of OpenAPI in JSON and YAML, and of JSON Schema", () => {
  const api = {
    openapi: "3.1.0",
    paths: {
      "/jobs": { get: { parameters: [{ name: "pageSize", in: "query", schema: { type: "integer", default: 20 } }] } },
    },
    components: { schemas: { Job: { properties: { isDraft: { type: "boolean", default: false } } } } },
  };
  const yaml =
    'openapi: "3.0.3"\npaths:\n  /jobs:\n    get:\n      parameters:\n        - { name: pageSize, in: query, schema: { default: 20 } }\n';
  const schema = { type: "object", properties: { maxTries: { default: 3 } } };

  expect(read("openapi.json", JSON.stringify(api))).toEqual([
    "1 route GET /jobs",
    "1 option isDraft = false",
    "1 option pageSize = 20",
  ]);
  expect(read("openapi.yaml", yaml)).toEqual(["1 route GET /jobs", "1 option pageSize = 20"]);
  expect(read("config.schema.json", JSON.stringify(schema))).toEqual(["1 option maxTries = 3"]);
  expect(read("other.yaml", "a: 1\n")).toEqual([]);
  expect(read("broken.json", "{")).toEqual([]);
});

test("a document that repeats itself by aliases ends with nothing", () => {
  const lines = ["openapi: 3.0.0", "a0: &a0 [x, x]"];
  for (let at = 1; at < 30; at += 1) lines.push(`a${at}: &a${at} [*a${at - 1}, *a${at - 1}]`);

  expect(read("openapi.yaml", lines.join("\n"))).toEqual([]);
});

test("hostile lines cost as much as they are long", () => {
  for (const hostile of ["(", '"--a', "export const a = (", "default = ", "@default `", "pub fn a<", "public a "]) {
    const text = `${hostile.repeat(60_000 / hostile.length)}\n`.repeat(8);
    const before = process.threadCpuUsage();
    for (const path of ["src/a.ts", "src/a.rs", "src/a.go", "src/a.py", "src/a.java"]) read(path, text);
    // A cost that grows with the square of a line takes minutes.
    expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(20_000);
  }
});

test("the CPU that a document takes grows as its keys", async () => {
  const document = (keys: number) =>
    `openapi: 3.0.0\npaths: {}\nx-keys:\n${Array.from({ length: keys }, (_, at) => `  k${at}: 1\n`).join("")}`;
  const cpuOf = (keys: number, enoughMs: number) => leastCpuMs(() => read("api.yaml", document(keys)), { enoughMs });
  await cpuOf(1_000, Number.POSITIVE_INFINITY);

  const enoughMs = (await cpuOf(4_000, Number.POSITIVE_INFINITY)) * 40;
  expect(await cpuOf(40_000, enoughMs)).toBeLessThanOrEqual(enoughMs);
});

test("what the aliases of a document share is read once", () => {
  let reads = 0;
  class Counted extends Array<unknown> {
    override *[Symbol.iterator]() {
      for (let at = 0; at < this.length; at += 1) {
        reads += 1;
        yield this[at];
      }
      return undefined;
    }
  }
  const shared = Counted.from({ length: 1_000 }, () => 1);
  const root = { openapi: "3.0.0", paths: {}, "x-all": Array.from({ length: 90 }, () => shared) };
  readSchemaSymbols("api.yaml", root, () => undefined);
  expect(reads).toBeLessThanOrEqual(1_000);
});
