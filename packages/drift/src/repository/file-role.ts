import { isPageFile } from "@docsteward/contract/docs-files";

/** What a file is to the documentation: a page of it, source code, data beside the code, tests, or none of these. */
export type FileRole = "page" | "source" | "data" | "test" | "other";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

const SOURCE = words(
  "js cjs mjs ts cts mts jsx tsx py pyi go rs java kt kts rb php cs fs sh bash zsh fish ps1 psm1 vue svelte c h cc cpp hpp m swift ex exs lua scala clj dart zig nim hs ml proto graphql gql sql tpl jinja j2 tmpl scss less css styl",
);
const DATA = words("json jsonc json5 yaml yml toml ini cfg conf env xml properties");
const DATA_NAMES = words("dockerfile makefile");
const UNREAD_FOLDERS = words(
  "node_modules vendor third_party __snapshots__ .git .github .circleci .changeset .yarn .husky .vscode dist licenses",
);
const UNREAD_ENDINGS = [
  ..."lock lock.json lock.yaml .min.js .min.css .map .snap .svg .pb.go go.sum go.mod package.json cargo.toml".split(
    " ",
  ),
];
/** What builds or decorates the site: code, but not of the product. */
const SITE_FOLDERS = words("doc docs documentation website www .vitepress docusaurus");
const TEST_FOLDERS = words(
  "test tests __tests__ spec specs e2e __fixtures__ fixture fixtures testdata testing benches bench benchmark benchmarks mock mocks __mocks__ playground playgrounds example examples sample samples type-tests integration-tests integration-test integration_tests integration_test scripts",
);
const TEST_STEMS = ["test", "tests", "spec", "bench", "test-d", "type-test"].flatMap((word) =>
  [".", "_", "-"].map((sign) => sign + word),
);
const NO_PAGES = words(
  "changelog changelogs change-log change-logs changes history news license licenses licence licences code_of_conduct code-of-conduct security release releases release_notes release-notes governance maintainers authors roadmap adopters todo pull_request_template issue_template backers sponsors",
);
const NO_PAGE_FOLDERS = words(
  "changelog changelogs history scripts releases release-notes release_notes blog _posts posts news proposal proposals rfc rfcs adr design designs archive archived versioned_docs versioned_sidebars node_modules vendor test tests __tests__ spec specs fixture fixtures __fixtures__ testdata template templates example examples playground playgrounds e2e benchmark benchmarks",
);

const known = new Map<string, FileRole>();
const MAX_KNOWN = 200_000;

/** The role of a file by its path alone. Change logs, licences and the pages of tests are no pages. */
export function roleOf(path: string): FileRole {
  const found = known.get(path);
  if (found !== undefined) return found;
  const role = readRole(path);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(path, role);
  return role;
}

function readRole(path: string): FileRole {
  const folders = path.toLowerCase().split("/");
  const name = folders.pop() ?? "";
  if (isPageFile(path)) return isPagePlace(folders, name) ? "page" : "other";
  const isUnread =
    folders.some((folder) => UNREAD_FOLDERS.has(folder) || SITE_FOLDERS.has(folder)) ||
    UNREAD_ENDINGS.some((ending) => name.endsWith(ending));
  if (isUnread) return "other";
  const ending = name.slice(name.lastIndexOf(".") + 1);
  const isSource = name.includes(".") && SOURCE.has(ending);
  if (!isSource && !DATA.has(ending) && !DATA_NAMES.has(name)) return "other";
  if (isTest(folders, name)) return "test";
  return isSource ? "source" : "data";
}

function isPagePlace(folders: readonly string[], name: string): boolean {
  const stem = name.slice(0, name.indexOf("."));
  if (NO_PAGES.has(stem) || stem.startsWith("contribut")) return false;
  return !folders.some(
    (folder) =>
      NO_PAGE_FOLDERS.has(folder) ||
      folder.startsWith(".") ||
      folder.endsWith("-test") ||
      folder.endsWith("-tests") ||
      /^version-\d/.test(folder),
  );
}

function isTest(folders: readonly string[], name: string): boolean {
  if (folders.some((folder) => TEST_FOLDERS.has(folder) || /^test[-_]./.test(folder))) return true;
  const stem = name.slice(0, Math.max(name.lastIndexOf("."), 0));
  return (
    stem.startsWith("test_") ||
    stem === "conftest" ||
    stem === "tests" ||
    TEST_STEMS.some((ending) => stem.endsWith(ending))
  );
}

/** Whether a file is a test, an example or another product's, whatever it holds: packages and descriptions in it are not the product's. */
export function isTestFile(path: string): boolean {
  const folders = path.toLowerCase().split("/");
  const name = folders.pop() ?? "";
  return isTest(folders, name) || folders.some((folder) => ["node_modules", "vendor", "third_party"].includes(folder));
}

/** Leaves out pages that are translations of other pages: they follow the page that they translate, and not the code. */
export function withoutTranslations(pages: readonly string[]): string[] {
  const all = new Set(pages);
  return pages.filter((path) => {
    const parts = path.split("/");
    return !parts.some((part, at) => {
      if (!isLanguage(part)) return false;
      const [before, after] = [parts.slice(0, at), parts.slice(at + 1)];
      return [after, ["en", ...after], ["en-US", ...after], ["en_US", ...after]].some((rest) =>
        all.has([...before, ...rest].join("/")),
      );
    });
  });
}

/** `de`, `pt-BR`, `zh_Hans`; English is what others are translated from. */
export function isLanguage(part: string): boolean {
  return part.length <= 7 && /^[a-z]{2}(?:[-_][A-Za-z]{2,4})?$/.test(part) && !part.startsWith("en");
}
