import type { Nodes } from "mdast";
import type { PreviewNode } from "./preview.ts";

/** An element as MDX knows it. */
export type MdxElement = Extract<Nodes, { type: "mdxJsxFlowElement" | "mdxJsxTextElement" }>;

/** Elements of HTML whose words are shown as if they stood there alone. */
const SEE_THROUGH = new Set([
  "div",
  "span",
  "p",
  "section",
  "article",
  "main",
  "center",
  "small",
  "sup",
  "sub",
  "u",
  "a",
]);
const LIKE_MARKDOWN = {
  b: "strong",
  strong: "strong",
  i: "emphasis",
  em: "emphasis",
  del: "deleted",
  s: "deleted",
} as const;

/** Shows an element of MDX: a component as a box with its name, an element of HTML as its words. */
export function toComponent(element: MdxElement, children: PreviewNode[]): PreviewNode | PreviewNode[] {
  const { name } = element;
  if (name === null || SEE_THROUGH.has(name)) return children;
  if (name === "br") return { kind: "break" };
  if (name === "hr") return { kind: "rule" };
  if (name === "img") return { kind: "image", alt: attributeOf(element, "alt"), url: attributeOf(element, "src") };
  if (Object.hasOwn(LIKE_MARKDOWN, name)) return { kind: LIKE_MARKDOWN[name as keyof typeof LIKE_MARKDOWN], children };
  const attributes = element.attributes.map((attribute): [string, string] =>
    attribute.type === "mdxJsxAttribute" ? [attribute.name, textOf(attribute.value)] : ["", `{${attribute.value}}`],
  );
  return { kind: "component", name, isInline: element.type === "mdxJsxTextElement", attributes, children };
}

type Value = Extract<MdxElement["attributes"][number], { type: "mdxJsxAttribute" }>["value"];

function textOf(value: Value): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : `{${value.value}}`;
}

function attributeOf(element: MdxElement, name: string): string {
  const found = element.attributes.find((attribute) => attribute.type === "mdxJsxAttribute" && attribute.name === name);
  return found?.type === "mdxJsxAttribute" ? textOf(found.value) : "";
}
