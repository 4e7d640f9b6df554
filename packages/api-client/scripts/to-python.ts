import {
  type ClassType,
  type EnumType,
  getOptionValues,
  InputData,
  JSONSchemaInput,
  PythonRenderer,
  PythonTargetLanguage,
  pythonOptions,
  quicktype,
  type RenderContext,
} from "quicktype-core";

const HEAD = `"""Types of the API's bodies and answers. Written from docs/openapi.json: \`pnpm openapi\`."""\n`;

/**
 * Dictionaries as they are in JSON, which later fields and values don't break, in place of the generator's own classes, which copy each
 * answer and refuse what they don't know.
 */
class TypedDictRenderer extends PythonRenderer {
  protected override emitImports(): void {
    this.emitLine("from __future__ import annotations");
    this.ensureBlankLine();
    this.emitLine("from typing import TYPE_CHECKING, Any, Dict, List, Literal, Optional, TypedDict");
    this.ensureBlankLine();
    this.emitBlock("if TYPE_CHECKING:", () => this.emitLine("from typing_extensions import NotRequired"));
  }

  protected override emitClass(type: ClassType): void {
    const fields = [...type.getProperties()].map(([name, { type, isOptional }]) => {
      const source = this.sourcelikeToString(this.pythonType(type, false, true)).trim();
      return { name, type: isOptional ? `NotRequired[${source}]` : source };
    });
    const name = this.nameForNamedType(type);
    if (fields.every(({ name }) => /^[A-Za-z_]\w*$/.test(name) && !KEYWORDS.has(name))) {
      this.emitBlock(["class ", name, "(TypedDict):"], () => {
        this.emitDescription(this.descriptionForType(type));
        if (fields.length === 0) this.emitLine("pass");
        for (const field of fields) this.emitLine(`${field.name}: ${field.type}`);
      });
      return;
    }
    const entries = fields.map((field) => `${JSON.stringify(field.name)}: ${JSON.stringify(field.type)}`);
    this.emitLine(name, " = TypedDict(", '"', name, '", {', entries.join(", "), "})");
  }

  protected override emitEnum(type: EnumType): void {
    const cases = [...type.cases].map((value) => JSON.stringify(value)).join(", ");
    this.emitLine(this.nameForNamedType(type), " = Literal[", cases, "]");
  }
}

/** Words of Python that no field of a class can be named after. */
const KEYWORDS = new Set(
  "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield".split(
    " ",
  ),
);

class TypedDictLanguage extends PythonTargetLanguage {
  override get stringTypeMapping() {
    return new Map();
  }

  override get supportsOptionalClassProperties(): boolean {
    return true;
  }

  protected override makeRenderer(context: RenderContext, given: Record<string, unknown>): PythonRenderer {
    return new TypedDictRenderer(this, context, getOptionValues(pythonOptions, given));
  }
}

/** Writes the types of a Python client from an OpenAPI document. */
export async function toPython(document: string): Promise<string> {
  const { components } = JSON.parse(document) as { components: { schemas: object } };
  const definitions = JSON.stringify(components.schemas).replaceAll("#/components/schemas/", "#/definitions/");
  const input = new JSONSchemaInput(undefined);
  await input.addSource({ name: "Api", uris: ["#/definitions/"], schema: `{"definitions":${definitions}}` });
  const inputData = new InputData();
  inputData.addInput(input);
  const rendererOptions = { "just-types": true, "nice-property-names": false, "python-version": "3.7" } as const;
  const { lines } = await quicktype({
    inputData,
    lang: new TypedDictLanguage(),
    rendererOptions,
    combineClasses: false,
  });
  return `${HEAD}${lines.join("\n").trimEnd()}\n`;
}
