import { isInstructionFile } from "@docsteward/contract/docs-files";
import { type PathRules, refusePath } from "./path-rules.ts";

/** Which convention a file with instructions for writers and agents belongs to. */
export type InstructionKind =
  | "contributing"
  | "vale"
  | "style-guide"
  | "copilot"
  | "windsurf"
  | "cursor"
  | "skill"
  | "agents";

/** A file with instructions, and the folder that they are about; `""` is the whole repository. */
export type InstructionPath = { kind: InstructionKind; scope: string };

const AGENTS = /^(?:agents?|claude)\.md$/i;
const AGENT_FOLDERS = new Set([".claude", ".mintlify", ".docsteward"]);
const SKILL_FOLDERS = [".claude", ".agents", ".cursor"];
const STYLE_GUIDE = /^(?:(?:writing|docs?|documentation|content)[-_ ]?)?(?:style[-_ ]?guide|styleguide)\.mdx?$/i;
const WRITING_GUIDE = /^(?:writing|documentation)[-_ ]?(?:style|guide|guidelines|standards)\.mdx?$/i;
/** The name of a style guide in capitals, as nobody names a page of a site. */
export const STYLE_IN_CAPITALS = /^STYLE(?:[-_]?GUIDE)?\.mdx?$/;
const CONTRIBUTING = /^contributing\.mdx?$/i;
const VALE = new Set([".vale.ini", "_vale.ini", "vale.ini"]);

/** What the path of every such file holds; nearly no page's does, and a site has tens of thousands. */
const HINT = /agents?\.md|claude\.md|rules|vale|instruction|SKILL\.md|contributing|style|writing|documentation/i;

/** Says what a path is by the conventions of agents, editors and linters; null for any other file. */
export function readInstructionPath(path: string): InstructionPath | null {
  if (!HINT.test(path)) return null;
  const parts = path.split("/");
  const name = parts.pop() ?? "";
  const above = (levels: number) => parts.slice(0, parts.length - levels).join("/");
  const last = parts.at(-1) ?? "";
  const isOfAgents = AGENT_FOLDERS.has(last);
  // A page may be called so: what is none says `isInstructionFile`.
  if (AGENTS.test(name) && (isOfAgents || isInstructionFile(path))) {
    return { kind: "agents", scope: above(isOfAgents ? 1 : 0) };
  }
  if (name === ".cursorrules") return { kind: "cursor", scope: above(0) };
  if (name === ".windsurfrules") return { kind: "windsurf", scope: above(0) };
  if (VALE.has(name)) return { kind: "vale", scope: above(0) };
  const cursor = folderOfRules(parts, ".cursor", "rules");
  if (cursor !== null && /\.mdc?$/.test(name)) return { kind: "cursor", scope: cursor };
  const windsurf = folderOfRules(parts, ".windsurf", "rules");
  if (windsurf !== null && name.endsWith(".md")) return { kind: "windsurf", scope: windsurf };
  if (last === ".github" && name === "copilot-instructions.md") return { kind: "copilot", scope: above(1) };
  const copilot = folderOfRules(parts, ".github", "instructions");
  if (copilot !== null && name.endsWith(".instructions.md")) return { kind: "copilot", scope: copilot };
  if (name === "SKILL.md") {
    const skill = SKILL_FOLDERS.map((folder) => folderOfRules(parts, folder, "skills")).find((one) => one !== null);
    if (skill !== undefined && skill !== null) return { kind: "skill", scope: skill };
  }
  const scope = above(last === ".github" ? 1 : 0);
  if (CONTRIBUTING.test(name)) return { kind: "contributing", scope };
  return STYLE_GUIDE.test(name) || WRITING_GUIDE.test(name) || STYLE_IN_CAPITALS.test(name)
    ? { kind: "style-guide", scope }
    : null;
}

/** The folder that holds `first/second`, when the parts lead into that; null otherwise. */
function folderOfRules(parts: readonly string[], first: string, second: string): string | null {
  const at = parts.indexOf(first);
  return at >= 0 && parts[at + 1] === second ? parts.slice(0, at).join("/") : null;
}

/** Whether a job may read a file as instructions that it may not edit, nor see as a page. */
export function isReadOnlyInstruction(path: string, rules: PathRules): boolean {
  return readInstructionPath(path) !== null && refusePath(path, rules) !== null;
}
