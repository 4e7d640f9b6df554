import { isPageFile } from "@docsteward/contract/docs-files";

/** What a file is to the documentation: a page of it, source code, data beside the code, tests, or none of these. */
export type FileRole = "page" | "source" | "data" | "test" | "other";

const SOURCE =
  /\.(?:[cm]?[jt]sx?|py|pyi|go|rs|java|kt|kts|rb|php|cs|fs|sh|bash|zsh|fish|ps1|psm1|vue|svelte|c|h|cc|cpp|hpp|m|swift|ex|exs|lua|scala|clj|dart|zig|nim|hs|ml|proto|graphql|gql|sql|tpl|jinja|j2|tmpl|scss|less|css|styl)$/i;
const DATA = /(?:\.(?:json|jsonc|json5|ya?ml|toml|ini|cfg|conf|env|xml|properties)|Dockerfile|Makefile)$/i;
const NOT_READ =
  /(?:^|\/)(?:node_modules|vendor|third_party|__snapshots__|\.git|\.github|\.circleci|\.changeset|\.yarn|\.husky|\.vscode|dist|licenses)\/|(?:lock|lock\.json|lock\.yaml|\.lock|\.min\.js|\.min\.css|\.map|\.snap|\.svg|\.pb\.go|go\.sum|go\.mod|package\.json|Cargo\.toml)$/i;
const TEST =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e|__fixtures__|fixtures?|testdata|test[-_]data|testing|benches|bench|benchmarks?|mocks?|__mocks__|playgrounds?|examples?|samples?|type-tests|integration[-_]tests?|test[-_][a-z_-]+|scripts)\/|(?:[._-](?:test|tests|spec|bench|test-d|type-test)\.[a-z]+|(?:^|\/)(?:test_[^/]*|conftest|tests)\.[a-z]+)$/i;
const NO_PAGE =
  /(?:^|\/)(?:change-?logs?|changes|history|news|licen[cs]es?|contribut[^/]*|code_of_conduct|code-of-conduct|security|releases?|release[-_]notes|governance|maintainers|authors|roadmap|adopters|todo|pull_request_template|issue_template|backers|sponsors)(?:\.[^/]*)?\.mdx?$/i;
const NO_PAGE_FOLDER =
  /(?:^|\/)(?:\.[^/]+|changelogs?|history|scripts|[^/]*-tests?|releases|release[-_]notes|blog|_posts|posts|news|proposals?|rfcs?|adr|designs?|archived?|versioned_docs|versioned_sidebars|node_modules|vendor|tests?|__tests__|specs?|fixtures?|__fixtures__|testdata|templates?|examples?|playgrounds?|e2e|benchmarks?|crates\/[^/]+\/resources)\/|\/version-\d/i;

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

/** What builds or decorates the site: code, but not of the product. */
const SITE_CODE = /(?:^|\/)(?:docs?|documentation|website|www|\.vitepress|docusaurus)\//i;

function readRole(path: string): FileRole {
  if (isPageFile(path)) return NO_PAGE.test(path) || NO_PAGE_FOLDER.test(path) ? "other" : "page";
  if (NOT_READ.test(path) || SITE_CODE.test(path)) return "other";
  const isSource = SOURCE.test(path);
  if (!isSource && !DATA.test(path)) return "other";
  if (TEST.test(path)) return "test";
  return isSource ? "source" : "data";
}

const LANGUAGE = /^(?:[a-z]{2}|[a-z]{2}[-_][A-Za-z]{2,4})$/;

/** Leaves out pages that are translations of other pages: they follow the page that they translate, and not the code. */
export function withoutTranslations(pages: readonly string[]): string[] {
  const all = new Set(pages);
  return pages.filter((path) => {
    const parts = path.split("/");
    return !parts.some((part, at) => {
      if (!LANGUAGE.test(part) || part.startsWith("en")) return false;
      const [before, after] = [parts.slice(0, at), parts.slice(at + 1)];
      return [after, ["en", ...after], ["en-US", ...after], ["en_US", ...after]].some((rest) =>
        all.has([...before, ...rest].join("/")),
      );
    });
  });
}
