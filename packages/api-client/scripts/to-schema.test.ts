import { execFile } from "node:child_process";
import { mkdtempDisposable, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { toPython } from "./to-python.ts";
import { toSchema } from "./to-schema.ts";

const read = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), "utf8");

test.for([
  ["TypeScript", toSchema, "packages/api-client/src/schema.ts"],
  ["Python", toPython, "clients/python/docsteward/types.py"],
] as const)(
  "the %s client's types are those of the document (else run `pnpm openapi`)",
  async ([_name, write, path]) => {
    expect(await read(path)).toBe(await write(await read("docs/openapi.json")));
  },
);

test("the Python client has no type errors by the strictest rules, in the oldest Python that it is for", async () => {
  const sources = fileURLToPath(new URL("../../../clients/python/docsteward", import.meta.url));
  await using folder = await mkdtempDisposable(join(tmpdir(), "docsteward-python-"));
  const settings = join(folder.path, "pyrightconfig.json");
  const include = [relative(folder.path, sources)];
  await writeFile(settings, JSON.stringify({ include, typeCheckingMode: "strict", pythonVersion: "3.9" }));
  const checker = fileURLToPath(import.meta.resolve("pyright/index.js"));
  const args = [checker, "--project", settings, "--outputjson"];
  const { stdout } = await promisify(execFile)(process.execPath, args).catch((error: { stdout: string }) => error);
  const { summary, generalDiagnostics } = JSON.parse(stdout);

  expect(generalDiagnostics).toEqual([]);
  expect(summary.filesAnalyzed).toBeGreaterThan(4);
});
