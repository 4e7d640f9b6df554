import { AUTOMATIONS_PATH, type AutomationDefinition, MAX_AUTOMATIONS } from "@docsteward/contract/automation";
import { AUTOMATION_YAML, formatAutomation } from "@docsteward/contract/automation-yaml";
import { Document, isMap, isNode, isScalar, isSeq, type YAMLMap, type YAMLSeq } from "yaml";
import { type ParsedYaml, parseYaml } from "./parse-yaml.ts";
import { parseAutomations } from "./read-automations.ts";

/** A change of one automation of the file. */
export type AutomationsEdit = {
  /** Its name in the file; null for one to add. */
  name: string | null;
  /** What it says from now on; null removes it. */
  definition: AutomationDefinition | null;
};

/** The file after an edit, or a sentence that says why it can't be made. */
export type EditedAutomations = { text: string; problem?: undefined } | { problem: string };

/**
 * Changes one automation in the text of the file. Every other line stays as it is, and so do comments and the order of what
 * the automation says.
 *
 * @param text null where there is no file yet
 */
export function editAutomations(text: string | null, edit: AutomationsEdit): EditedAutomations {
  try {
    const edited = makeEdit(text ?? "", edit);
    if (edited.problem !== undefined || isAsWanted(edited.text, edit)) return edited;
  } catch (error) {
    // What is nested too deeply, and an alias whose anchor is elsewhere in the file.
    if (!(error instanceof RangeError || error instanceof ReferenceError)) throw error;
  }
  return { problem: `${AUTOMATIONS_PATH} is written in a way that can't be changed here. Edit the file by hand.` };
}

function makeEdit(text: string, edit: AutomationsEdit): EditedAutomations {
  const { name, definition } = edit;
  if (text.trim() === "")
    return definition === null || name !== null
      ? gone(name)
      : { text: `automations:\n${indent(formatAutomation(definition), 2)}\n` };
  const parsed = parseYaml(text);
  const root = parsed.document.contents;
  if (parsed.problem !== null || !isMap(root))
    return { problem: `${AUTOMATIONS_PATH} is not valid, so nothing can be added to it. Repair the file first.` };
  const list = root.get("automations", true);
  const items = isSeq(list) ? list.items : [];
  const at = name === null ? -1 : items.findIndex((item) => nameOf(item) === name);
  if (name !== null && at < 0) return gone(name);
  if (definition !== null && definition.name !== name) {
    if (items.some((item) => nameOf(item) === definition.name))
      return { problem: `${AUTOMATIONS_PATH} has an automation called "${definition.name}". Choose another name.` };
    if (name === null && items.length >= MAX_AUTOMATIONS)
      return {
        problem: `${AUTOMATIONS_PATH} has ${MAX_AUTOMATIONS} automations, which is the limit. Remove one first.`,
      };
  }
  const place = { parsed, text, at, definition };
  const isByLines = isSeq(list) && !list.flow && items.length > (definition === null ? 1 : 0);
  return { text: isByLines ? editLines(list, place) : editDocument(root, place) };
}

const nameOf = (item: unknown) => (isMap(item) ? item.get("name") : null);

const gone = (name: string | null): EditedAutomations => ({
  problem: `${AUTOMATIONS_PATH} has no automation called "${name ?? ""}" any more. Somebody removed or renamed it.`,
});

const indent = (text: string, columns: number) =>
  text
    .split("\n")
    .map((line) => (line === "" ? line : " ".repeat(columns) + line))
    .join("\n");

type Place = { parsed: ParsedYaml; text: string; at: number; definition: AutomationDefinition | null };

/** Changes the lines of one item, and none of the others. */
function editLines(list: YAMLSeq, { parsed, text, at, definition }: Place): string {
  const item = at < 0 ? list.items.at(-1) : list.items[at];
  const range = isNode(item) ? item.range : undefined;
  if (!range) throw new ReferenceError("An item has no place in the file.");
  const [start, end] = range;
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const dash = text.slice(lineStart, start).indexOf("-");
  const rest = text.slice(end);
  const before = (upTo: number) => text.slice(0, upTo);
  if (definition === null) return before(lineStart) + rest;
  if (at < 0) {
    const isEnded = before(end).endsWith("\n");
    return `${before(end)}${isEnded ? "" : "\n"}${indent(formatAutomation(definition), dash)}\n${rest}`;
  }
  if (!isMap(item)) throw new ReferenceError("An item is no map.");
  update(parsed, item, definition);
  const own = new Document();
  own.contents = item as typeof own.contents;
  // These lines are above the item, and stay there.
  delete item.commentBefore;
  delete item.spaceBefore;
  const written = own.toString(AUTOMATION_YAML).trimEnd();
  const isLastLine = rest === "" && !before(end).endsWith("\n");
  return `${before(start)}${indent(written, start - lineStart).trimStart()}${isLastLine ? "" : "\n"}${rest}`;
}

/** For a list that is empty, missing or in brackets: there are no lines of one item. */
function editDocument(root: YAMLMap, { parsed: { document }, at, definition }: Place): string {
  const list = root.get("automations", true);
  const items = isSeq(list) ? list.items : [];
  const changed = definition === null ? [] : [document.createNode(definition)];
  const next = at < 0 ? [...items, ...changed] : items.flatMap((item, index) => (index === at ? changed : [item]));
  document.set("automations", Object.assign(document.createNode([]), { items: next, flow: next.length === 0 }));
  return document.toString(AUTOMATION_YAML);
}

/** What an automation means where it does not say. */
const DEFAULTS: Readonly<Record<string, unknown>> = { timeZone: "UTC", count: 3, age: 0 };

/** Brings a map in line with a value. What is equal stays as it is written. */
function update(parsed: ParsedYaml, map: YAMLMap, value: object): void {
  for (const { key } of [...map.items]) if (!(String(isScalar(key) ? key.value : key) in value)) map.delete(key);
  for (const [key, next] of Object.entries(value)) {
    const old = map.get(key, true);
    if (old === undefined ? DEFAULTS[key] === next : isEqual(parsed, old, next)) continue;
    if (isMap(old) && typeof next === "object" && !Array.isArray(next)) {
      update(parsed, old, next);
      continue;
    }
    // The node keeps its comments and its quotes.
    if (isScalar(old) && typeof next !== "object") old.value = next;
    else map.set(key, parsed.document.createNode(next));
  }
}

const isEqual = ({ document }: ParsedYaml, node: unknown, value: unknown) =>
  isNode(node) && JSON.stringify(node.toJS(document, { maxAliasCount: 0 })) === JSON.stringify(value);

/** Whether the text says what was asked for, as the service will read it. */
function isAsWanted(text: string, { name, definition }: AutomationsEdit): boolean {
  const { state, names, definitions } = parseAutomations(text);
  if (state !== "read") return false;
  if (definition === null) return name !== null && !names.includes(name);
  const found = definitions.find((one) => one.name === definition.name);
  return JSON.stringify(found) === JSON.stringify(definition);
}
