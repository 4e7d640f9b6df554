import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { BENCH } from "../root.ts";

const run = promisify(execFile);
const INSPECTOR = join(BENCH, "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js");
const AFDOCS = join(BENCH, "node_modules/afdocs/bin/afdocs.mjs");

/**
 * Connects to an MCP server with the command line of the protocol's Inspector, without a key.
 *
 * @param folder takes what the Inspector keeps in a home folder
 * @returns the names of the tools it lists
 * @throws Error when it does not connect
 */
export async function listTools(url: string, folder: string): Promise<string[]> {
  const args = [INSPECTOR, "--cli", url, "--transport", "http", "--method", "tools/list"];
  const { stdout } = await run(process.execPath, args, { env: await environment(folder) });
  const { tools } = JSON.parse(stdout) as { tools: { name: string }[] };
  return tools.map(({ name }) => name);
}

export type CheckedSite = {
  results: { id: string; status: "pass" | "warn" | "fail" | "skip" | "error"; message: string }[];
};

/** Checks how well agents read a site, with the published checks. */
export async function checkSite(url: string, folder: string): Promise<CheckedSite> {
  // It exits with 1 where something failed.
  const env = await environment(folder);
  const { stdout } = await run(process.execPath, [AFDOCS, "check", url, "--format", "json"], { env }).catch(
    (error: { stdout: string }) => error,
  );
  return JSON.parse(stdout) as CheckedSite;
}

async function environment(folder: string) {
  const home = join(folder, "home");
  await mkdir(home, { recursive: true });
  return { PATH: process.env.PATH, HOME: home };
}
