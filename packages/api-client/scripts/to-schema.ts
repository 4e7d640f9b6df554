import openapiTS, { astToString } from "openapi-typescript";

const HEAD = "// Long because it is written from docs/openapi.json: `pnpm openapi`.\n";

/** Writes the types of a client from an OpenAPI document. */
export async function toSchema(document: string): Promise<string> {
  return `${HEAD}${astToString(await openapiTS(document, { alphabetize: true, defaultNonNullable: false }))}`;
}
