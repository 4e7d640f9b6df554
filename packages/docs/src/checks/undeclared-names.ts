import { parse } from "@babel/parser";
import type { DocsReader } from "../docs-reader.ts";
import type { NameUse, Page } from "../page/page.ts";
import { isPartial } from "../site/page-routes.ts";
import { folderOf, joinPath } from "../site/posix.ts";
import type { Dialect, Site } from "../site/site.ts";
import { configuredComponents } from "./configured-components.ts";
import type { CheckedSite, RawFinding } from "./finding.ts";

const BATCH = 500;
/** Pages of the base that are parsed to clear a name, at most. One that so many pages only seem to use is used by none. */
const MAX_PARSED = 200;
/** Each is looked for in every page of the site: one who reads so many has no use for more. */
const MAX_SUSPICIONS = 300;

type Kind = "components" | "names";
type Suspicion = NameUse & { kind: Kind; path: string; site: Site };

type UndeclaredInput = {
  pages: Page[];
  /** The same page as it was, by its path now; null for a new one. */
  before: (path: string) => Page | null;
  now: CheckedSite;
  /** The state that tells which names a site's pages may use: the base, or the site itself when there is none. */
  reference: CheckedSite;
  /** Reads the pages of the reference. */
  reader: DocsReader;
  /** Reads the site's own code. */
  codeReader: DocsReader;
  /** Components that the project's configuration names. */
  known: ReadonlySet<string>;
};

/**
 * Rules `unknown-component` and `undefined-name`: a page uses a component, or a name in an expression, that it neither imports
 * nor declares, that no other page uses in the same way, and that neither the site generator nor the site's code gives it.
 */
export async function undeclaredNames(input: UndeclaredInput): Promise<RawFinding[]> {
  const suspicions = withoutShared(
    input.pages.flatMap((page) => suspicionsOf(page, input)),
    input,
  ).slice(0, MAX_SUSPICIONS);
  if (suspicions.length === 0) return [];
  const used = await usedElsewhere(suspicions, input);
  const left = suspicions.filter((suspicion) => !used.has(suspicion));
  if (left.length === 0) return [];
  const names = new Set(left.flatMap(({ kind, name }) => (kind === "components" ? name : [])));
  // A generator that was guessed says nothing of what it gives to pages.
  const { config, dialect } = input.now.site;
  const isGuessed = config === "" && (dialect === "docusaurus" || dialect === "plain") && input.reference === input.now;
  const isAsked = names.size > 0 && !isGuessed;
  const given = isAsked ? await globalComponents(input.codeReader, input.now.site.otherFiles, names) : names;
  const configured = isAsked ? await configuredComponents(input.codeReader, input.now.site, names) : names;
  return left.filter(({ kind, name }) => kind === "names" || !(given.has(name) || configured.has(name))).map(toFinding);
}

/** In a whole check, a name that two pages use clears itself: it is not looked for in the text of every page. */
function withoutShared(suspicions: Suspicion[], { reference, now }: UndeclaredInput): Suspicion[] {
  if (reference !== now) return suspicions;
  const pages = new Map<string, Set<string>>();
  const keyOf = ({ kind, name }: Suspicion) => `${kind} ${name}`;
  for (const one of suspicions) pages.set(keyOf(one), (pages.get(keyOf(one)) ?? new Set()).add(one.path));
  return suspicions.filter((one) => pages.get(keyOf(one))?.size === 1);
}

function suspicionsOf(page: Page, { before, now, known }: UndeclaredInput): Suspicion[] {
  const { site } = now;
  const old = before(page.path)?.undeclared;
  const isNew = (kind: Kind, name: string) => !old?.[kind].some((use) => use.name === name);
  const { components, names } = page.undeclared;
  // A piece is given its names by the page that takes it in, and what code rewrites may be no name in the end.
  const isGiven = isPartial(page.path, site) || site.isRewritten;
  const ownNames = isGiven ? [] : names.filter(({ name }) => !isProvidedName(name, site.dialect));
  const ownComponents = components.filter(({ name }) => !isProvidedComponent(name, site.dialect) && !known.has(name));
  const of = (kind: Kind, uses: NameUse[]) =>
    uses.filter(({ name }) => isNew(kind, name)).map((use) => ({ ...use, kind, path: page.path, site }));
  return [...of("components", ownComponents), ...of("names", ownNames)];
}

/** The suspicions that another page of the reference clears. Texts are looked through first, so that few pages are parsed. */
async function usedElsewhere(
  suspicions: Suspicion[],
  { reference, reader, now }: UndeclaredInput,
): Promise<Set<Suspicion>> {
  const cleared = new Set<Suspicion>();
  const isSelf = reference === now;
  let parsed = 0;
  const changed = new Set(suspicions.map(({ path }) => path));
  const paths = [...reference.site.pages.keys()].filter((path) => isSelf || !changed.has(path));
  for (let from = 0; from < paths.length; from += BATCH) {
    for (const { path, text } of await reader.readMany(paths.slice(from, from + BATCH))) {
      const open = suspicions.filter((one) => !cleared.has(one) && one.path !== path && mayUse(text, one));
      if (open.length === 0 || parsed >= MAX_PARSED) continue;
      parsed += isSelf ? 0 : 1;
      const page = await reference.page(path);
      for (const one of open) if (page?.undeclared[one.kind].some(({ name }) => name === one.name)) cleared.add(one);
    }
  }
  return cleared;
}

function mayUse(text: string, { kind, name }: Suspicion): boolean {
  return kind === "components" ? hasTag(text, name) : hasExpression(text, name);
}

function hasTag(text: string, name: string): boolean {
  const tag = `<${name}`;
  for (let at = text.indexOf(tag); at >= 0; at = text.indexOf(tag, at + 1))
    if (/[\s./>]/.test(text[at + tag.length] ?? "")) return true;
  return false;
}

/** Whether a name begins a word behind a `{` on its line that is still open. */
function hasExpression(text: string, name: string): boolean {
  let isOpen = false;
  let from = 0;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    for (; from < at; from += 1) {
      const sign = text[from];
      if (sign === "{") isOpen = true;
      else if (sign === "}" || sign === "\n") isOpen = false;
    }
    if (isOpen && /\w/.test(name[0] ?? "") !== /\w/.test(text[at - 1] ?? "")) return true;
  }
  return false;
}

function toFinding({ kind, name, path, line, column }: Suspicion): RawFinding {
  const severity = "error";
  if (kind === "components") {
    const message = `The component <${name}> isn't imported here, and the site doesn't register it. Import it, or correct its name.`;
    return { path, line, column, rule: "unknown-component", message, severity, key: `unknown-component ${name}` };
  }
  const message = `"${name}" between { and } is not declared. Write \\{ for a literal brace, or declare it.`;
  return { path, line, column, rule: "undefined-name", message, severity: "error", key: `undefined-name ${name}` };
}

const CODE = /\.[cm]?[jt]sx?$/;
/** Where Next.js, and themes of Docusaurus, look for components of all pages. */
const REGISTERS = /(^|\/)(mdx-components|MDXComponents(\/index)?)\.[jt]sx?$/;
const LIKELY = /mdx|components|theme|(^|\/)(app|page|layout|provider|source)[^/]*$/i;
const PASSED_OVER =
  /(^|\/)(node_modules|static|public|dist|build|__tests__)\/|\.(test|spec|d)\.[cm]?[jt]sx?$|\.min\.js$/;
const MAX_FILES = 300;
const MAX_DEPTH = 400;

/**
 * Which of the names a site's own code hands to its pages: as the property of an object (`components={{ ...defaults, Chart }}`)
 * or by name (`app.component("Chart", …)`). A file that merely defines a component does not register it.
 *
 * @param paths every file of the repository
 */
async function globalComponents(
  reader: DocsReader,
  paths: Iterable<string>,
  names: ReadonlySet<string>,
): Promise<Set<string>> {
  const code = [...paths].filter((path) => CODE.test(path) && !PASSED_OVER.test(path));
  const rank = (path: string) => (REGISTERS.test(path) ? 0 : LIKELY.test(path) ? 1 : 2);
  const likely = code.toSorted((a, b) => rank(a) - rank(b));
  const given = new Set<string>();
  const modules = new Set<string>();
  for (const { path, text } of await reader.readMany(likely.slice(0, MAX_FILES))) {
    if (![...names].some((name) => mayHandOn(text, name)) && !/import \* as|\bimport\(/.test(text)) continue;
    const handed = handedOn(path, text);
    // What a package holds is not in the repository.
    if (handed.isOpen && GIVES_COMPONENTS.test(text)) return new Set(names);
    for (const name of handed.names) if (names.has(name)) given.add(name);
    for (const module of handed.modules) for (const ending of MODULE_ENDINGS) modules.add(module + ending);
  }
  const known = new Set(code);
  const whole = [...modules].filter((path) => known.has(path)).slice(0, MAX_FILES);
  for (const { path, text } of await reader.readMany(whole))
    for (const name of exportedNames(path, text)) if (names.has(name)) given.add(name);
  return given;
}

/** Whether a name stands anywhere but in a tag: a file that shows a component does not hand it on. */
function mayHandOn(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length))
    if (!/[</.\w$]/.test(text[at - 1] ?? "") && !/[\w$]/.test(text[at + name.length] ?? "")) return true;
  return false;
}

const MODULE_ENDINGS = ["", ".tsx", ".jsx", ".ts", ".js", ".mjs", "/index.tsx", "/index.jsx", "/index.ts", "/index.js"];

/**
 * Of these packages the components are known, or those of the theme, which the code of the site replaces. Other packages of their names,
 * such as `fumadocs-mermaid`, come and go.
 */
const OF_GENERATORS =
  /^(?:fumadocs-(?:ui|core|mdx|openapi|typescript|twoslash|python|obsidian)|@fumadocs\/(?:ui|base-ui|radix-ui|mdx-remote)|nextra(?:-theme-docs|-theme-blog)?|@theme[\w-]*|@docusaurus|@mdx-js|@astrojs)(?:\/|$)/;

const words = (text: string) => text.trim().split(/\s+/);

/** What packages hold that a site hands on as a whole: fumadocs-python 0.0.5, fumadocs-obsidian 0.0.6 and nextra 4.6.1. */
const OF_PACKAGES: Record<string, readonly string[]> = {
  "fumadocs-python/components": words("PyAttribute PyFunction PyFunctionReturn PyParameter PySourceCode"),
  "fumadocs-obsidian/ui": words("ObsidianCallout ObsidianCalloutBody ObsidianCalloutTitle"),
  "nextra/components": words(
    `Anchor Banner Bleed Button Callout Cards Code Collapse Details FileTree Head Image ImageZoom MathJax MathJaxContext
      Mermaid Playground Popup Pre Search Select SkipNavContent SkipNavLink Steps Summary Table Tabs`,
  ),
};
/** What a file calls that gives pages their components. */
const GIVES_COMPONENTS = /MDXComponents|MDXProvider|mdxComponents|mdx-components/;
const isAlias = (from: string) => /^(?:[@~#]?\/|[~#])/.test(from);

/**
 * The names that a file hands on itself, and the modules of which it hands on every name (`import * as components from "./c"`,
 * `...(await import("./c"))`).
 *
 * @returns `isOpen` where it hands on all of a package, or of a module whose file is not known (`...icons`)
 */
function handedOn(path: string, text: string): { names: string[]; modules: string[]; isOpen: boolean } {
  const names: string[] = [];
  const program = parseCode(path, text);
  if (program === null) return { names, modules: [], isOpen: false };
  const spread: string[] = [];
  const spreadNames = new Set<string>();
  walk({ ...program }, { names, modules: spread, spreadNames }, 0);
  const isOpen = program.body.some((statement) => {
    if (statement.type !== "ImportDeclaration") return false;
    const from = statement.source.value;
    if (from.startsWith(".") || OF_GENERATORS.test(from)) return false;
    return statement.specifiers.some(
      ({ type, local }) => spreadNames.has(local.name) && (type === "ImportNamespaceSpecifier" || !isAlias(from)),
    );
  });
  for (const { source, specifiers } of program.body.filter((one) => one.type === "ImportDeclaration"))
    if (specifiers.some(({ type, local }) => type === "ImportNamespaceSpecifier" && spreadNames.has(local.name)))
      names.push(...(OF_PACKAGES[source.value] ?? []));
  const whole = program.body.flatMap((statement) => {
    if (statement.type !== "ImportDeclaration") return [];
    const isWhole = statement.specifiers.some(({ type }) => type === "ImportNamespaceSpecifier");
    return isWhole ? [statement.source.value] : [];
  });
  const modules = [...whole, ...spread].flatMap((from) =>
    from.startsWith(".") ? (joinPath(folderOf(path), from) ?? []) : [],
  );
  return { names, modules, isOpen };
}

function exportedNames(path: string, text: string): string[] {
  return (parseCode(path, text)?.body ?? []).flatMap((statement) => {
    if (statement.type !== "ExportNamedDeclaration") return [];
    const { declaration, specifiers } = statement;
    const named = specifiers.flatMap((one) => ("exported" in one ? textsOf(one.exported) : []));
    if (declaration?.type === "VariableDeclaration") return declaration.declarations.flatMap(({ id }) => textsOf(id));
    return declaration && "id" in declaration ? textsOf(declaration.id) : named;
  });
}

/** Code in a syntax that is not known says nothing. */
function parseCode(path: string, text: string) {
  try {
    const plugins = /\.[cm]?ts$/.test(path) ? (["typescript"] as const) : (["typescript", "jsx"] as const);
    return parse(text, { sourceType: "unambiguous", errorRecovery: true, plugins: [...plugins] }).program;
  } catch {
    return null;
  }
}

type AnyNode = { type?: unknown; [key: string]: unknown };

type Handed = { names: string[]; modules: string[]; spreadNames: Set<string> };

function walk(node: AnyNode, found: Handed, depth: number): void {
  if (depth > MAX_DEPTH) return;
  if (node.type === "ObjectProperty") found.names.push(...textsOf(node.key));
  else if (node.type === "SpreadElement") {
    found.modules.push(...importedBy(node.argument));
    const name = spreadName(node.argument);
    if (name !== null) found.spreadNames.add(name);
  } else if (node.type === "CallExpression" && Array.isArray(node.arguments))
    found.names.push(...textsOf(node.arguments[0]));
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child === "object" && child !== null && "type" in child) walk(child as AnyNode, found, depth + 1);
  }
}

/** The name in `...icons` and `...(icons as never)`. */
function spreadName(node: unknown): string | null {
  const { type, name, expression } = (node ?? {}) as AnyNode;
  if (type === "Identifier") return typeof name === "string" ? name : null;
  const isCast = /^TS(?:As|Satisfies|NonNull)Expression$|^ParenthesizedExpression$/.test(String(type));
  return isCast ? spreadName(expression) : null;
}

/** The module of `await import("./c")`. */
function importedBy(node: unknown): string[] {
  const { type, argument } = (node ?? {}) as AnyNode;
  const call = (type === "AwaitExpression" ? argument : null) as AnyNode | null;
  if (call?.type === "ImportExpression") return textsOf(call.source);
  const isImport = call?.type === "CallExpression" && (call.callee as AnyNode | undefined)?.type === "Import";
  return isImport && Array.isArray(call.arguments) ? textsOf(call.arguments[0]) : [];
}

function textsOf(node: unknown): string[] {
  const { type, name, value } = (node ?? {}) as AnyNode;
  const text = type === "Identifier" ? name : type === "StringLiteral" ? value : null;
  return typeof text === "string" ? [text] : [];
}

/** Components that a page may use without an import, as each site generator brings them, and `CH` of Code Hike. */
const COMPONENTS: Record<Dialect, ReadonlySet<string>> = {
  mintlify: new Set(
    words(`Accordion AccordionGroup Badge Banner Callout Card CardGroup Check CodeBlock CodeGroup Color Column Columns
      Danger Error Expandable File Files Folder Fragment Frame Heading Icon Image Info Latex Link Loom Mermaid Note Panel Param ParamField
      Prompt RequestExample ResponseExample ResponseField Snippet Spotlight Step Steps Success Tab Tabs Tile Tiles Tip Tooltip
      Tree Update Video View Visibility Warning YouTube ZoomImage`),
  ),
  docusaurus: new Set(words("CH Head Details Admonition Fragment")),
  nextra: new Set(words("CH Fragment")),
  fumadocs: new Set(
    words(`Accordion Accordions APIPage AutoTypeTable Banner Callout CalloutContainer CalloutDescription CalloutTitle Card
      Cards CodeBlock CodeBlockTab CodeBlockTabs CodeBlockTabsList CodeBlockTabsTrigger DynamicCodeBlock File Files Folder Fragment
      GithubInfo GraphView Heading ImageZoom InlineTOC Mermaid Pre Popup PopupContent PopupTrigger Step Steps Tab Tabs TabsContent
      TabsList TabsTrigger TypeTable`),
  ),
  mkdocs: new Set(),
  vitepress: new Set(),
  starlight: new Set(words("Fragment")),
  gitbook: new Set(),
  mdbook: new Set(),
  hugo: new Set(),
  jekyll: new Set(),
  sphinx: new Set(),
  plain: new Set(words("Fragment")),
};

/** Names that MDX itself or a site's runtime gives to the expressions of a page. */
const NAMES = new Set(
  words(`__filename __dirname props components children frontMatter frontmatter metadata meta toc contentTitle assets title description user
    structuredData lastModified lastUpdated React Fragment MDXContent arguments require module exports process
    window document navigator location localStorage sessionStorage history fetch alert confirm matchMedia
    requestAnimationFrame cancelAnimationFrame IntersectionObserver ResizeObserver MutationObserver HTMLElement Element Node
    Image Audio FileReader XMLHttpRequest getComputedStyle innerWidth innerHeight scrollTo self top parent undefined`),
);
const JAVASCRIPT = new Set(Object.getOwnPropertyNames(globalThis));

function isProvidedComponent(name: string, dialect: Dialect): boolean {
  return COMPONENTS[dialect].has(name);
}

/** Whether a name needs no declaration. Mintlify also gives every page the hooks of React. */
function isProvidedName(name: string, dialect: Dialect): boolean {
  return NAMES.has(name) || JAVASCRIPT.has(name) || (dialect === "mintlify" && /^use[A-Z]/.test(name));
}
