import { buildOpenApi } from "@docsteward/contract/openapi/build-openapi";
import type { OpenApiDocument } from "@docsteward/contract/openapi/document";
import manifest from "../../../package.json" with { type: "json" };
import { OPERATIONS } from "../operations/operations.ts";

let built: OpenApiDocument | undefined;

/** The OpenAPI document of the whole public API. */
export function openApiDocument(): OpenApiDocument {
  built ??= buildOpenApi(OPERATIONS, { version: manifest.version });
  return built;
}
