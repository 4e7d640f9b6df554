import type { Identifier, Node, Pattern, Program } from "estree";
import type { JSXMemberExpression, JSXOpeningElement } from "estree-jsx";
import type { Import, NameUse } from "./page.ts";

type Name = JSXOpeningElement["name"];

/** What the JavaScript of a page says, gathered from its imports, exports, expressions and attributes. */
export type PageCode = {
  imports: Import[];
  /** Every name that is bound somewhere, in whatever scope: what is bound in one is never reported as missing in another. */
  declared: Set<string>;
  references: NameUse[];
  components: NameUse[];
};

export const emptyCode = (): PageCode => ({
  imports: [],
  declared: new Set(),
  references: [],
  components: [],
});

/** Reads a program of a page into `code`. Lines are those of the file. */
export function readCode(program: Program, code: PageCode): void {
  walkCode(program, (node, key, parent) => {
    declare(node, code);
    const at = placeOf(node);
    const from = moduleOf(node);
    if (from !== null) code.imports.push({ from, ...at });
    if (node.type === "JSXOpeningElement") addComponent(node.name, at, code);
    else if (node.type === "Identifier" && isReference(node, key, parent))
      code.references.push({ name: node.name, ...at });
  });
}

/** The parser counts columns from 0. */
function placeOf({ loc }: Node): Pick<NameUse, "line" | "column"> {
  return { line: loc?.start.line ?? 1, column: (loc?.start.column ?? 0) + 1 };
}

type Place = { node: Node; key: string | null; parent: Node | undefined };

/** Visits every node in the order of the code. Without recursion and without the list of all that stands above each. */
function walkCode(program: Node, visit: (node: Node, key: string | null, parent: Node | undefined) => void): void {
  const stack: Place[] = [{ node: program, key: null, parent: undefined }];
  for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
    const { node } = place;
    visit(node, place.key, place.parent);
    const below: Place[] = [];
    for (const [key, value] of Object.entries(node) as [string, unknown][]) {
      // The names of `import { a } from` and `export { a } from` are those of another module.
      if (key === "data" || (key === "specifiers" && "source" in node && node.source)) continue;
      for (const child of Array.isArray(value) ? value : [value])
        if (isNode(child)) below.push({ node: child, key, parent: node });
    }
    for (let at = below.length - 1; at >= 0; at -= 1) stack.push(below[at] as Place);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

function declare(node: Node, { declared }: PageCode): void {
  const add = (pattern: Pattern | null | undefined) => {
    for (const name of pattern ? boundNames(pattern) : []) declared.add(name);
  };
  if (node.type === "VariableDeclarator") add(node.id);
  else if (node.type === "CatchClause") add(node.param);
  else if (node.type === "ImportDeclaration") for (const { local } of node.specifiers) add(local);
  else if ("params" in node) {
    for (const parameter of node.params) add(parameter);
    if ("id" in node) add(node.id);
  } else if (node.type === "ClassDeclaration" || node.type === "ClassExpression") add(node.id);
}

function boundNames(pattern: Pattern): string[] {
  if (pattern.type === "Identifier") return [pattern.name];
  if (pattern.type === "AssignmentPattern") return boundNames(pattern.left);
  if (pattern.type === "RestElement") return boundNames(pattern.argument);
  if (pattern.type === "ArrayPattern")
    return pattern.elements.flatMap((element) => (element ? boundNames(element) : []));
  if (pattern.type !== "ObjectPattern") return [];
  return pattern.properties.flatMap((property) => boundNames(property.type === "Property" ? property.value : property));
}

/** The module that an import, a re-export, `import()` or `require()` names. */
function moduleOf(node: Node): string | null {
  const source =
    node.type === "CallExpression" && node.callee.type === "Identifier" && node.callee.name === "require"
      ? node.arguments[0]
      : "source" in node
        ? node.source
        : null;
  return source?.type === "Literal" && typeof source.value === "string" ? source.value : null;
}

function addComponent(name: Name, at: Pick<NameUse, "line" | "column">, { components }: PageCode): void {
  const first = firstName(name);
  if (first !== null && /^[A-Z]/.test(first)) components.push({ name: first, ...at });
}

function firstName(name: Name): string | null {
  let node: Name | JSXMemberExpression["object"] = name;
  while (node.type === "JSXMemberExpression") node = node.object;
  return node.type === "JSXIdentifier" ? node.name : null;
}

/** Whether an identifier reads a variable, and is no name of a property, label or import. */
function isReference(node: Identifier, key: string | null, parent: Node | undefined): boolean {
  if (!parent) return true;
  if (key === "property" || key === "key") return "computed" in parent && parent.computed;
  if (key === "label" || key === "meta" || key === "imported" || key === "exported") return false;
  // `typeof window` is how code asks whether a name exists.
  return !(parent.type === "UnaryExpression" && parent.operator === "typeof" && parent.argument === node);
}
