import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { OPERATIONS } from "#server/openapi/document.ts";

const APP = fileURLToPath(new URL("../../../..", import.meta.url));
const LISTS = "src/server/openapi/operation-lists.ts";
const run = promisify(execFile);

async function sourcesNaming(text: string): Promise<string[]> {
  const names = await readdir(join(APP, "src"), { recursive: true });
  const sources = names.filter(
    (name) => /\.tsx?$/.test(name) && !name.includes(".test.") && !name.startsWith("app/(v1)"),
  );
  const hits = await Promise.all(
    sources.map(async (name) =>
      (await readFile(join(APP, "src", name), "utf8")).includes(text) ? [`src/${name}`] : [],
    ),
  );
  return hits.flat();
}

test("one line outside its folder names version 1", async () => {
  const [importing, naming] = [await sourcesNaming("/(v1)/_compat"), await sourcesNaming("V1_OPERATIONS")];

  expect(importing).toEqual([LISTS]);
  expect(naming).toEqual([LISTS]);
  expect((await readFile(join(APP, LISTS), "utf8")).split("\n").filter((line) => line.includes("(v1)"))).toHaveLength(
    1,
  );
});

test("without the folder and that line every other operation is left, and nothing is missing", async () => {
  const folder = await mkdtemp(join(tmpdir(), "docsteward-without-v1-"));
  try {
    await cp(join(APP, "src"), join(folder, "src"), {
      recursive: true,
      filter: (source) => !source.startsWith(join(APP, "src/app")),
    });
    await cp(join(APP, "package.json"), join(folder, "package.json"));
    await symlink(join(APP, "node_modules"), join(folder, "node_modules"));
    const lists = await readFile(join(folder, LISTS), "utf8");
    await writeFile(join(folder, LISTS), lists.replace(/^.*\(v1\).*\n/m, ""));
    const url = pathToFileURL(join(folder, "src/server/openapi/document.ts")).href;
    const script = `const { OPERATIONS } = await import(${JSON.stringify(url)}); console.log(JSON.stringify(OPERATIONS.map(({ id }) => id)));`;

    const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", script]);

    const left = OPERATIONS.filter(({ deprecated }) => !deprecated).map(({ id }) => id);
    expect(JSON.parse(stdout)).toEqual(left);
    expect(left.length).toBeLessThan(OPERATIONS.length);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
