import { explainGlob } from "@docsteward/platform/glob";
import type { Node } from "jsonc-parser";
import type { DocsReader } from "../docs-reader.ts";
import { type JsonFile, propertiesOf, readJson, textOf } from "../navigation/read-json.ts";
import { matchesPlaces } from "../site/path-patterns.ts";
import { type RawFinding, RULES, type Rule } from "./finding.ts";

export const CONFIG_PATH = ".docsteward/checks.json";

const LEVELS = ["off", "warn", "error"] as const;
type Level = (typeof LEVELS)[number];

/** What a project wants of its checks, from `.docsteward/checks.json`. */
export type ChecksConfig = {
  rules: Map<Rule, Level>;
  /** Files, folders and globs in which nothing is found. */
  ignore: string[];
  /** Components that the site gives to every page. */
  components: Set<string>;
  /** What is wrong with the file itself (rule `checks-config`); what is right in it counts all the same. */
  problems: RawFinding[];
};

/** Reads the configuration of the checks: its present text where that may be read, else the earlier one. Without a file all is at its default. */
export async function readChecksConfig(reader: DocsReader, base: DocsReader | null): Promise<ChecksConfig> {
  const [file] = await reader.readMany([CONFIG_PATH]);
  const [old] = file || !base ? [file] : await base.readMany([CONFIG_PATH]);
  return parseConfig(old?.text ?? null);
}

function parseConfig(text: string | null): ChecksConfig {
  const config: ChecksConfig = { rules: new Map(), ignore: [], components: new Set(), problems: [] };
  if (text === null) return config;
  const file = readJson(CONFIG_PATH, text);
  const fail = (line: number, message: string) => config.problems.push(problem(line, message));
  if (file.problem) fail(file.problem.line, file.problem.message);
  else if (file.root?.type !== "object") fail(1, `${CONFIG_PATH} must contain an object.`);
  for (const [name, value, node] of propertiesOf(file.root ?? undefined)) {
    const line = file.lineAt(node.offset);
    if (name === "rules") readRules(value, file, config, fail);
    else if (name === "ignore") {
      for (const pattern of readTexts(name, value, line, fail)) {
        const problem = explainGlob(pattern);
        if (problem === null) config.ignore.push(pattern);
        else fail(line, `${CONFIG_PATH}: ${problem}`);
      }
    } else if (name === "components")
      for (const text of readTexts(name, value, line, fail)) config.components.add(text);
    else if (name !== "$schema")
      fail(line, `${CONFIG_PATH} has an unknown setting "${name}". Use rules, ignore or components.`);
  }
  return config;
}

type Fail = (line: number, message: string) => void;

function readRules(value: Node, file: JsonFile, config: ChecksConfig, fail: Fail): void {
  if (value.type !== "object")
    fail(file.lineAt(value.offset), '"rules" must be an object that maps rule names to levels.');
  for (const [name, level, node] of propertiesOf(value)) {
    const line = file.lineAt(node.offset);
    const rule = RULES.find((candidate) => candidate === name);
    const known = LEVELS.find((candidate) => candidate === textOf(level));
    if (!rule) fail(line, `Rule "${name}" not found. Use one of: ${RULES.join(", ")}.`);
    else if (!known) fail(line, `The level of "${name}" must be "off", "warn" or "error".`);
    else config.rules.set(rule, known);
  }
}

function readTexts(name: string, value: Node, line: number, fail: Fail): string[] {
  const texts = value.type === "array" ? (value.children ?? []).map(textOf) : [null];
  if (texts.includes(null)) fail(line, `"${name}" must be a list of strings.`);
  return texts.filter((text) => text !== null);
}

function problem(line: number, message: string): RawFinding {
  const key = `checks-config ${message}`;
  return { path: CONFIG_PATH, line, column: 1, rule: "checks-config", message, severity: "error", key };
}

/** Takes out what the configuration wants to hear nothing of, and gives the rest the level it asks for. */
export function applyConfig(findings: RawFinding[], { rules, ignore }: ChecksConfig): RawFinding[] {
  const isIgnored = matchesPlaces(ignore.map(plain));
  return findings.flatMap((finding): RawFinding[] => {
    const level = rules.get(finding.rule);
    if (level === "off" || isIgnored(finding.path)) return [];
    return level ? [{ ...finding, severity: level === "warn" ? "warning" : "error" }] : [finding];
  });
}

const plain = (pattern: string) => pattern.replace(/^\.?\//, "").replace(/\/$/, "");
