import { buildOpenApi } from "@docsteward/contract/openapi/build-openapi";
import type { OpenApiDocument } from "@docsteward/contract/openapi/document";
import type { Operation } from "@docsteward/contract/operation";
import manifest from "#package.json" with { type: "json" };
import * as lists from "./operation-lists.ts";

let built: OpenApiDocument | undefined;

/** The OpenAPI document of the whole public API. */
export function openApiDocument(): OpenApiDocument {
  built ??= buildOpenApi(OPERATIONS, { version: manifest.version });
  return built;
}

/** Every operation of the public API: documents and tests read this. A list is added and taken away by one line in `operation-lists.ts`. */
export const OPERATIONS: readonly Operation[] = Object.entries<readonly Operation[]>(lists)
  // A bundler keeps the order of the lines, Node the alphabet's.
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .flatMap(([, list]) => list);
