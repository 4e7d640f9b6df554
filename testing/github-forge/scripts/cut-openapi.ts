import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cutOpenApi, type OpenApi } from "./cut.ts";
import { OPERATIONS } from "./operations.ts";

const TARGET = join(import.meta.dirname, "../openapi/github.json");

/** Cuts GitHub's OpenAPI (`generated/api.github.com.json` of npm's @octokit/openapi) to the operations used here. */
async function main([source, version]: string[]): Promise<void> {
  if (!source || !version) {
    throw new Error("Name the file to cut and the version it is of: cut-openapi.ts path/to/api.github.com.json 23.0.2");
  }
  const whole = JSON.parse(await readFile(source, "utf8")) as OpenApi;
  const cut = { source: `@octokit/openapi ${version}, api.github.com`, ...cutOpenApi(whole, OPERATIONS) };
  await writeFile(TARGET, `${JSON.stringify(cut)}\n`);
}

await main(process.argv.slice(2));
