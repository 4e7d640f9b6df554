import { isNode, type Node } from "../parse-data.ts";
import { resolve } from "./open-api.ts";

/** What a body says that its schema does not allow: properties that it lacks, and those that it has too many. */
export type BodyFault = { kind: "unknown" | "missing"; property: string };

const MAX_DEPTH = 6;
const MAX_FAULTS = 10;
/** Of one body. Schemas that name each other in lists would grow without end. */
const MAX_SCHEMAS = 2_000;

type Shape = {
  properties: Map<string, unknown>;
  required: Set<string>;
  /** Whether it may have others: `unsaid` as in most documents, which list what there is and say nothing of the rest. */
  others: "allowed" | "unsaid" | "refused";
};

/**
 * Compares a JSON body with the schema of an operation. It speaks only of objects whose properties the schema lists.
 *
 * @param isKnown whether code has a property that the schema lacks: where the schema refuses no others, it may be incomplete
 */
export function findBodyFaults(
  { document, schema, isKnown }: { document: Node; schema: unknown; isKnown(property: string): boolean },
  body: unknown,
): BodyFault[] {
  const faults: BodyFault[] = [];
  compare({ document, isKnown, schemas: { left: MAX_SCHEMAS } }, { schema, value: body, place: "", depth: 0 }, faults);
  return faults;
}

type World = { document: Node; schemas: { left: number }; isKnown(property: string): boolean };
type At = { schema: unknown; value: unknown; place: string; depth: number };

function compare(world: World, { schema, value, place, depth }: At, faults: BodyFault[]): void {
  if (depth > MAX_DEPTH || faults.length >= MAX_FAULTS) return;
  const { document } = world;
  if (Array.isArray(value)) {
    const list = resolve(document, schema);
    if (!isNode(list) || list.items === undefined) return;
    for (const item of value.slice(0, 3))
      compare(world, { schema: list.items, value: item, place: `${place}[]`, depth: depth + 1 }, faults);
    return;
  }
  if (!isNode(value)) return;
  const shape = shapeOf(world, schema, 0);
  if (shape === null || shape.properties.size === 0) return;
  for (const [name, inner] of Object.entries(value)) {
    const at = place === "" ? name : `${place}.${name}`;
    const own = shape.properties.get(name);
    if (own === undefined && !shape.properties.has(name)) {
      const isSure = shape.others === "refused" || (shape.others === "unsaid" && !world.isKnown(name));
      if (isSure) faults.push({ kind: "unknown", property: at });
    } else compare(world, { schema: own, value: inner, place: at, depth: depth + 1 }, faults);
  }
  for (const name of shape.required)
    if (!Object.hasOwn(value, name))
      faults.push({ kind: "missing", property: place === "" ? name : `${place}.${name}` });
}

/** The properties of an object, of all schemas together that it has to meet; null where that can't be told. */
function shapeOf(world: World, schema: unknown, depth: number): Shape | null {
  const { document, schemas } = world;
  const found = resolve(document, schema);
  schemas.left -= 1;
  if (!isNode(found) || depth > MAX_DEPTH || schemas.left < 0) return null;
  const { additionalProperties: more } = found;
  const isOpen =
    (more !== undefined && more !== false) ||
    found.patternProperties !== undefined ||
    found.unevaluatedProperties === true ||
    found.if !== undefined ||
    found.not !== undefined;
  const others = isOpen ? "allowed" : more === false ? "refused" : "unsaid";
  const shape: Shape = { properties: new Map(), required: new Set(), others };
  /** What one of several schemas allows, the whole allows. */
  const open = (inner: Shape) => {
    if (inner.others === "allowed" || shape.others === "allowed") shape.others = "allowed";
    else if (inner.others === "unsaid") shape.others = "unsaid";
  };
  const properties = isNode(found.properties) ? found.properties : {};
  for (const [name, property] of Object.entries(properties)) shape.properties.set(name, property);
  for (const name of Array.isArray(found.required) ? found.required : []) {
    const property = resolve(document, properties[String(name)]);
    // What only answers have, and what has a default, nobody has to send.
    const isSent = isNode(property) && property.readOnly !== true && property.default === undefined;
    if (isSent) shape.required.add(String(name));
  }
  for (const part of Array.isArray(found.allOf) ? found.allOf : []) {
    const inner = shapeOf(world, part, depth + 1);
    if (inner === null) return null;
    for (const [name, property] of inner.properties) shape.properties.set(name, property);
    for (const name of inner.required) shape.required.add(name);
    open(inner);
  }
  const choices = [found.oneOf, found.anyOf].flatMap((list) => (Array.isArray(list) ? list : []));
  for (const choice of choices) {
    const target = resolve(document, choice);
    if (isNode(target) && target.type === "null") continue;
    const inner = shapeOf(world, choice, depth + 1);
    if (inner === null) return null;
    // Any of them may be meant: nothing of it is required, and nothing below it can be told.
    for (const name of inner.properties.keys()) if (!shape.properties.has(name)) shape.properties.set(name, undefined);
    open(inner);
  }
  return shape;
}
