import { drawPage, type FaultClass, insertParagraph, isMdx, MDX_DIALECTS, never, type SeededFault } from "./fault.ts";
import { withLines } from "./page-lines.ts";
import { GENERATORS } from "./site-list.ts";

const SYNTAX = ["mdx-syntax", "mdx-expression", "html-tags", "undefined-name", "unknown-component"] as const;
/** What a page says about its own address. */
const NAMES_ITSELF = /^(slug|id|permalink|url|aliases|sidebar_position|redirect_from)\s*:/m;

/** A fault of one page whose text is then read in another way: what else is found on it follows. */
function ofPage(path: string, text: string, lines: number[], rules: SeededFault["rules"]): SeededFault {
  const follows: SeededFault["follows"] = ({ path: at, rule }) =>
    // A table of contents in what is read as code lists no page.
    at === path || rule === "broken-anchor" || rule === "orphan-page";
  return { edits: new Map([[path, text]]), places: [{ path, lines }], rules, follows };
}

const closingFence: FaultClass = {
  name: "closing fence",
  dialects: GENERATORS,
  seed: (site, random) =>
    drawPage(site, random, (path, page) => {
      // At the end of the page nothing is read otherwise without it.
      const end = page.lines.findLastIndex((line) => line.trim() !== "");
      const fences = page.fences.filter(({ close }) => close < end);
      if (fences.length === 0) return null;
      const { open, close } = random.pick(fences);
      const next = page.fences.find((fence) => fence.open > close);
      const lines = [open + 1, close + 1, ...(next ? [next.open] : [])];
      return ofPage(path, withLines(page, close, 1, []), lines, ["unclosed-fence", ...SYNTAX]);
    }),
};

function paragraph(
  name: string,
  dialects: FaultClass["dialects"],
  text: string,
  rules: SeededFault["rules"],
): FaultClass {
  return {
    name,
    dialects,
    seed: (site, random) =>
      drawPage(site, random, (path, page) => {
        if (site.dialect !== "vitepress" && !isMdx(path, site)) return null;
        const edit = insertParagraph(page, random, text.replace("NN", String(random.int(10, 99))));
        if (edit === null) return null;
        const fault = ofPage(path, edit.text, [edit.line], rules);
        return name === "component" ? { ...fault, follows: never } : fault;
      }),
  };
}

const title: FaultClass = {
  name: "title",
  dialects: ["mintlify", "docusaurus", "fumadocs", "starlight"],
  seed: (site, random) =>
    drawPage(site, random, (path, page, text) => {
      const { frontmatter, lines, isMasked } = page;
      if (frontmatter === null || /^(openapi|asyncapi|url|template|sidebarTitle|sidebar_label)\s*:/m.test(text))
        return null;
      const of = (from: number, to: number) =>
        lines.slice(from, to).findIndex((line) => /^title:\s*\S/.test(line)) + from;
      const at = of(frontmatter.from, frontmatter.to);
      const heading = lines.findIndex((line, index) => isMasked[index] === false && /^# \S/.test(line));
      const hasTitle = at >= frontmatter.from && !/[>|]\s*$/.test(lines[at] ?? "");
      if (!hasTitle && (site.dialect !== "docusaurus" || heading < 0)) return null;
      if (hasTitle && /^\s+\S/.test(lines[at + 1] ?? "")) return null;
      const dropped = new Set([...(hasTitle ? [at] : []), ...(heading >= 0 ? [heading] : [])]);
      const left = lines.filter((_, index) => !dropped.has(index)).join("\n");
      return ofPage(
        path,
        left,
        [...Array(frontmatter.to + 1).keys()].map((line) => line + 1),
        ["missing-title", "frontmatter"],
      );
    }),
};

const frontmatter: FaultClass = {
  name: "front matter",
  dialects: GENERATORS.filter((name) => !["mdbook", "sphinx", "markdown"].includes(name)),
  seed: (site, random) =>
    drawPage(site, random, (path, page, text) => {
      const found = page.frontmatter;
      if (found === null || NAMES_ITSELF.test(text)) return null;
      const values = page.lines.flatMap((line, index) =>
        index >= found.from && index < found.to && /^(title|description|sidebarTitle|icon): ?[^>|[{\s]/.test(line)
          ? [index]
          : [],
      );
      if (values.length === 0) return null;
      const at = random.pick(values);
      const key = (page.lines[at] ?? "").split(":")[0] ?? "";
      const broken = random.next() < 0.5 ? `${key}: Limits: all of them` : `${key}: "Limits`;
      return ofPage(path, withLines(page, at, 1, [broken]), [at + 1], ["frontmatter"]);
    }),
};

const deadImport: FaultClass = {
  name: "import",
  dialects: [...MDX_DIALECTS, "vitepress"],
  seed: (site, random) =>
    drawPage(site, random, (path, page, text) => {
      const isVue = site.dialect === "vitepress";
      if (isVue ? text.includes("<script") : !isMdx(path, site)) return null;
      const name = `Gone${random.int(100, 999)}`;
      const target =
        { vitepress: `./${name}.vue`, mintlify: `/snippets/${name}.mdx` }[String(site.dialect)] ?? `./${name}.jsx`;
      const line = `import ${name} from '${target}'`;
      const at = page.frontmatter === null ? 0 : page.frontmatter.to + 1;
      const added = isVue ? ["", "<script setup>", line, "</script>", ""] : ["", line, ""];
      const edited = withLines(page, at, 0, added);
      const lines = [at + added.indexOf(line) + 1];
      return { edits: new Map([[path, edited]]), places: [{ path, lines }], rules: ["bad-import"], follows: never };
    }),
};

export const PAGE_FAULTS = [
  closingFence,
  paragraph("component", MDX_DIALECTS, '<ReleaseWidgetNN version="2" />', ["unknown-component", "undefined-name"]),
  title,
  deadImport,
  paragraph("brace", MDX_DIALECTS, "A request waits {up to the limit.", SYNTAX),
  paragraph("angle", MDX_DIALECTS, "It takes <5s to start.", SYNTAX),
  paragraph("tag", [...MDX_DIALECTS, "vitepress"], "The <strong>limit applies to all.", SYNTAX),
  frontmatter,
];
