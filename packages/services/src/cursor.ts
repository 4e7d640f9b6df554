import { createHmac, timingSafeEqual } from "node:crypto";
import { AppError } from "@docsteward/contract/error";
import type { ProjectContext } from "./context.ts";

/** The last job of a page: where the next one goes on. */
export type CursorPosition = { createdAt: Date; id: string };

/** Writes a position so that callers can only hand it back, and only for the same project. */
export function formatCursor(ctx: ProjectContext, { createdAt, id }: CursorPosition): string {
  const payload = Buffer.from(`${createdAt.getTime()} ${id}`).toString("base64url");
  return `${payload}.${sign(ctx, payload)}`;
}

/** @throws AppError `invalid_request` when it is not a cursor that this project's list gave out */
export function parseCursor(ctx: ProjectContext, cursor: string): CursorPosition {
  const [payload = "", signature = "", ...rest] = cursor.split(".");
  const expected = Buffer.from(sign(ctx, payload));
  const given = Buffer.from(signature);
  if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new AppError(
      "invalid_request",
      "The cursor is invalid. Pass `nextCursor` from the previous page unchanged.",
      {
        details: [{ path: "cursor", message: "is not valid" }],
      },
    );
  }
  const [ms = "", id = ""] = Buffer.from(payload, "base64url").toString().split(" ");
  return { createdAt: new Date(Number(ms)), id };
}

function sign({ keySecret, project }: ProjectContext, payload: string): string {
  return createHmac("sha256", keySecret).update(`cursor ${project.id} ${payload}`).digest("base64url").slice(0, 22);
}
