import { isInstructionFile, isNavigationFile, isPageFile, isRedirectFile } from "@docsteward/contract/docs-files";
import { MAX_PATH_BYTES } from "./repository-bounds.ts";

/** Paths that a job may edit. */
export type PathRules = {
  /** Folder of the docs, `""` for the whole repository. */
  docsPath: string;
  /** Which file names may be edited; by default pages and navigation files. */
  isEditable?: (path: string) => boolean;
};

const MAX_PART_BYTES = 255;
const CONTROL = /\p{Cc}/u;
/**
 * Characters that show a path other than it is: bidirectional marks, zero-width and other format characters, fillers. The one
 * that makes a sign a coloured emoji may stand behind such a sign.
 */
const INVISIBLE = /(?!(?<=\p{Emoji})\ufe0f)[\p{Cf}\p{DI}\u2028\u2029]/u;
/** What stands for bytes of a name that are no UTF-8. */
const REPLACED = "\ufffd";
/** What NTFS and HFS+ take for `.git`, besides its spellings in another case: short names and alternate streams. */
const GIT_FOLDER = /^(\.git|git~\d+|\.git[ .]*(:.*)?|\.git::\$.*)$/i;
const GIT_CONFIG = /^(\.git(?!hub$)|gitmod~|gi[0-9a-f]{4}~)/i;
const WINDOWS_DEVICE = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?$/i;

/** What nearly every path looks like: nothing in it needs the long look. */
const ORDINARY = /^(?:[a-z0-9_][a-z0-9_-]*(?:\.[a-z0-9_-]+)*(?:\/(?!$)|$))+$/i;
const DEVICE_PART = /(?:^|\/)(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:[./]|$)/i;

/** Files that steer people, machines and agents, whatever their ending. */
const DENIED_NAMES = new Set(["codeowners", "package.json", "package-lock.json", "pnpm-lock.yaml", "yarn.lock"]);
const DENIED_FOLDERS = new Set([
  ".github",
  ".gitlab",
  ".circleci",
  ".vscode",
  ".husky",
  "node_modules",
  // Rules, commands and skills of agents, kept as Markdown.
  ".agents",
  ".amazonq",
  ".claude",
  ".clinerules",
  ".codex",
  ".continue",
  ".cursor",
  ".docsteward",
  ".gemini",
  ".junie",
  ".kiro",
  ".roo",
  ".windsurf",
]);

/**
 * Says why a path may not be used, or null when it may: the one rule for every read and write of an agent, and again for the
 * difference that is to be pushed.
 *
 * @param path POSIX, relative to the repository's root
 * @returns a sentence that may be shown to the model
 */
export function refusePath(path: string, rules: PathRules): string | null {
  return refuseSpelling(path) ?? refusePlace(path, rules);
}

/** What no path may look like, wherever it points to. */
export function refuseSpelling(path: string): string | null {
  if (path.length <= MAX_PART_BYTES && ORDINARY.test(path) && !DEVICE_PART.test(path)) return null;
  const name = JSON.stringify(path.length > 200 ? `${path.slice(0, 200)}…` : path);
  if (path === "") return "The path is empty.";
  if (!path.isWellFormed()) return `${name} is not valid Unicode.`;
  if (path.includes(REPLACED)) return `${name} is not valid UTF-8.`;
  if (CONTROL.test(path)) return `${name} contains a control character.`;
  if (INVISIBLE.test(path)) return `${name} contains an invisible character.`;
  if (path.includes("\\")) return `${name} contains a backslash. Separate folders with /.`;
  if (path.startsWith("/")) return `${name} is absolute. Use a path relative to the repository's root.`;
  if (path !== path.normalize("NFC")) return `${name} is not in Unicode's normal form C.`;
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) return `${name} is longer than ${MAX_PATH_BYTES} bytes.`;
  for (const part of path.split("/")) {
    const wrong = refusePart(part);
    if (wrong) return `${name} ${wrong}`;
  }
  return null;
}

/**
 * The reason why no new file may have this path, or null: a program could take it for an option (`--output=x.md`) or for a home
 * folder (`~/x.md`). Existing files with such a name may be edited.
 */
export function refuseNewName(path: string): string | null {
  const part = path.split("/").find((one) => one.startsWith("-") || one.startsWith("~"));
  if (part === undefined) return null;
  return `${JSON.stringify(path.slice(0, 200))} has a part that starts with ${part[0]}, which programs read as an option or a home folder. Start it with a letter or digit.`;
}

function refusePart(part: string): string | null {
  if (part === "") return "has an empty part.";
  if (part === "." || part === "..") return "must not contain . or .. as a part.";
  if (/[. ]$/.test(part)) return "has a part that ends with a dot or a space.";
  if (part.startsWith(" ")) return "has a part that starts with a space.";
  if (Buffer.byteLength(part) > MAX_PART_BYTES) return `has a part longer than ${MAX_PART_BYTES} bytes.`;
  if (GIT_FOLDER.test(part) || GIT_CONFIG.test(part)) return "is a git file.";
  if (WINDOWS_DEVICE.test(part) || /[<>:"|?*]/.test(part)) return "has a part that some systems cannot store.";
  return null;
}

const SECRET_FILE =
  /(?:^|\/)(?:\.env(?:\.(?!(?:example|sample|template|dist)$)[\w.-]+)?|\.envrc|\.npmrc|\.netrc|\.pypirc|\.pgpass|\.htpasswd|\.git-credentials|\.aws\/credentials|id_(?:rsa|dsa|ecdsa|ed25519)[\w-]*|[^/]*\.(?:env|pem|key|p12|pfx|ppk|keystore|jks|kdbx|tfvars|tfstate(?:\.backup)?))$/i;

/** Why a file of another repository is not shown to a model by its name alone: such files hold secrets. Null for other files. */
export function refuseSecretFile(path: string): string | null {
  return SECRET_FILE.test(path) ? `${path} may hold secrets, so a job can't read it.` : null;
}

function refusePlace(path: string, { docsPath, isEditable = isDocsFile }: PathRules): string | null {
  const parts = path.split("/");
  const name = (parts.at(-1) ?? "").toLowerCase();
  if (DENIED_NAMES.has(name) || parts.slice(0, -1).some((part) => DENIED_FOLDERS.has(part.toLowerCase()))) {
    return `${path} is off limits: agents can't read or change it.`;
  }
  if (isInstructionFile(path)) return `${path} contains instructions for agents. A job can't read or change it.`;
  if (!isEditable(path)) return `${path} is neither a page (.md, .mdx) nor a navigation file.`;
  if (!isBelow(path, docsPath)) return `${path} is outside the docs folder ${docsPath}.`;
  return null;
}

export const isDocsFile = (path: string) => isPageFile(path) || isNavigationFile(path);

/** Below the docs folder; files of navigation and redirects also beside the folders that lead to it. */
function isBelow(path: string, docsPath: string): boolean {
  if (docsPath === "" || path.startsWith(`${docsPath}/`)) return true;
  const folder = path.split("/").slice(0, -1).join("/");
  return (isNavigationFile(path) || isRedirectFile(path)) && (folder === "" || `${docsPath}/`.startsWith(`${folder}/`));
}
