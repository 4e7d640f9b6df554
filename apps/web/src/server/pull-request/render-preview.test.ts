import { describe, expect, test } from "vitest";
import type { PreviewNode } from "./preview.ts";
import { renderPreview } from "./render-preview.ts";

const render = (text: string, path = "a.mdx") => {
  const { after } = renderPreview({ path, before: null, after: text });
  if (after === null) throw new Error("There is no page");
  return { ...after, nodes: after.blocks.map(({ node }) => node) };
};

/** Every node of a tree, whatever it stands in. */
function all(nodes: readonly PreviewNode[]): PreviewNode[] {
  return nodes.flatMap((node) => {
    const inner = "children" in node ? node.children : node.kind === "table" ? node.rows.flat(2) : [];
    return [node, ...all(inner)];
  });
}

test("the title comes from the front matter, which is not part of the page", () => {
  const { title, nodes } = render('---\ntitle: "Set up"\nicon: x\n---\n\nHello');

  expect(title).toBe("Set up");
  expect(nodes).toEqual([{ kind: "paragraph", children: [{ kind: "text", text: "Hello" }] }]);
});

test("what a page is made of keeps its form", () => {
  const { nodes } = render(
    "# A\n\n1. one\n2. two\n\n- [x] done\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```ts\nlet x\n```\n",
  );

  expect(nodes.map(({ kind }) => kind)).toEqual(["heading", "list", "list", "table", "code"]);
  expect(nodes[2]).toMatchObject({ children: [{ kind: "item", isChecked: true }] });
  expect(nodes[3]).toMatchObject({
    rows: [
      [[{ text: "a" }], [{ text: "b" }]],
      [[{ text: "1" }], [{ text: "2" }]],
    ],
  });
});

describe("components", () => {
  test.each(["toString", "constructor", "valueOf"])("one called %s is a box like any other", (name) => {
    expect(render(`<${name}>\n  words\n</${name}>`).nodes).toMatchObject([{ kind: "component", name }]);
  });

  test("a component is a box with its name, its attributes as they are written and what stands in it", () => {
    const { nodes } = render('<Card title="Start" cols={1 + 1}>\n  Read **this**.\n</Card>');

    expect(nodes).toMatchObject([
      {
        kind: "component",
        name: "Card",
        isInline: false,
        attributes: [
          ["title", "Start"],
          ["cols", "{1 + 1}"],
        ],
      },
    ]);
    expect(all(nodes)).toContainEqual({ kind: "strong", children: [{ kind: "text", text: "this" }] });
  });

  test("imports are left out, expressions are shown and never computed, comments are not shown", () => {
    const { nodes } = render("import X from './x'\n\nTwo is {1 + 1}. {/* hidden */}\n");

    expect(all(nodes).filter(({ kind }) => kind !== "text")).toEqual([
      { kind: "paragraph", children: expect.any(Array) },
      { kind: "expression", text: "{1 + 1}" },
    ]);
  });

  test("a page that is no valid MDX is shown as Markdown and says so", () => {
    const { nodes, problem } = render("# A\n\n<Card>\n");

    expect(problem).toMatch(/^The page isn't valid MDX and is shown as Markdown: /);
    expect(nodes[0]).toMatchObject({ kind: "heading" });
  });
});

describe("hostile pages", () => {
  test.each([
    ["[a](javascript:alert(1))"],
    ["[a](JaVaScRiPt:alert(1))"],
    ["[a](  vbscript:x)"],
    ["[a](data:text/html,<script>alert(1)</script>)"],
    ["[a][b]\n\n[b]: javascript:alert(1)"],
    ["<javascript:alert(1)>"],
    ['[a](file:///etc/passwd "t")'],
    ["[a](java&#115;cript&colon;alert(1))"],
    ["[a](\u0001javascript:alert(1))"],
  ])("the link of %j is words alone", (text) => {
    for (const path of ["a.md", "a.mdx"]) {
      expect(
        all(render(text, path).nodes).filter(({ kind }) => kind === "link"),
        path,
      ).toEqual([]);
    }
  });

  test.each(["https://example.com", "mailto:a@example.com", "/guide", "../b.md#c", "#d", "page"])(
    "the link to %s stays",
    (url) => {
      expect(all(render(`[a](${url})`).nodes)).toContainEqual(expect.objectContaining({ kind: "link", url }));
    },
  );

  test("HTML is text of a node of its own, never an element", () => {
    const { nodes } = render(
      '<script>alert(1)</script>\n\nA <img src="https://evil.example/x.png" onerror="x"> b',
      "a.md",
    );

    expect(all(nodes).filter(({ kind }) => kind === "image")).toEqual([]);
    expect(all(nodes).filter(({ kind }) => kind === "html")).toHaveLength(2);
  });

  test("a script in MDX is a box with its name", () => {
    const { nodes } = render('<script src="https://evil.example/x.js" />\n\n<iframe src="javascript:x" />');

    expect(nodes).toMatchObject([
      { kind: "component", name: "script" },
      { kind: "component", name: "iframe" },
    ]);
  });

  test.each([
    ["quotes", "> ".repeat(5_000)],
    ["brackets", "[".repeat(50_000)],
    ["lists", "- ".repeat(5_000)],
    ["emphasis", "*a **".repeat(20_000)],
    ["a very long page", "word ".repeat(100_000)],
    ["elements", `${"<a>".repeat(2_000)}`],
    ["links in links", "[a](".repeat(20_000)],
  ])("%s without end are shown somehow, soon", (_, text) => {
    for (const path of ["a.md", "a.mdx"]) expect(render(text, path).nodes.length).toBeGreaterThan(0);
  });
});

describe("what has changed", () => {
  test("the blocks that the other side has not are marked on both", () => {
    const { before, after } = renderPreview({
      path: "a.md",
      before: "# A\n\nOne.\n",
      after: "# A\n\nTwo.\n\nThree.\n",
    });

    expect(before?.blocks.map(({ isNew }) => isNew)).toEqual([false, true]);
    expect(after?.blocks.map(({ isNew }) => isNew)).toEqual([false, true, true]);
  });

  test("a new page has no marks: all of it is new", () => {
    const { before, after } = renderPreview({ path: "a.md", before: null, after: "# A\n" });

    expect(before).toBeNull();
    expect(after?.blocks.map(({ isNew }) => isNew)).toEqual([false]);
  });
});
