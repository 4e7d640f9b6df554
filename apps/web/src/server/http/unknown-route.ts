import { AppError } from "@docsteward/contract/error";
import { problemResponse } from "./problem.ts";
import { readingWhole } from "./reading-whole.ts";
import { requestIdOf } from "./request-id.ts";
import type { RouteHandler } from "./route-handler.ts";

const notFound = readingWhole(async (request) => {
  const { pathname } = new URL(request.url);
  const sentence = `No operation found at ${pathname.slice(0, 200)}. Check the URL and its version.`;
  return problemResponse(new AppError("not_found", sentence), requestIdOf(request));
});

const bare: RouteHandler = async (request, context) => new Response(null, await notFound(request, context));

/** Answers every method at an API address that no operation has. */
export const unknownRoute = {
  GET: notFound,
  HEAD: bare,
  OPTIONS: notFound,
  POST: notFound,
  PUT: notFound,
  PATCH: notFound,
  DELETE: notFound,
};
