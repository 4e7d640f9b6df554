import { createHmac, timingSafeEqual } from "node:crypto";
import { AppError } from "@docsteward/contract/error";
import type { ProjectContext } from "./context.ts";
import { secretsOf } from "./secret/seal.ts";

/** The last job of a page: where the next one goes on. */
export type CursorPosition = { createdAt: Date; id: string };

/** Writes a position so that callers can only hand it back, and only for the same project. */
export function formatCursor(ctx: ProjectContext, { createdAt, id }: CursorPosition): string {
  const payload = Buffer.from(`${createdAt.getTime()} ${id}`).toString("base64url");
  return `${payload}.${sign(ctx, ctx.keySecret, payload)}`;
}

/** @throws AppError `invalid_request` when it is not a cursor that this project's list gave out */
export function parseCursor(ctx: ProjectContext, cursor: string): CursorPosition {
  const [payload = "", signature = "", ...rest] = cursor.split(".");
  const isOurs = secretsOf(ctx).some((secret) => isSame(sign(ctx, secret, payload), signature));
  if (rest.length > 0 || !isOurs) {
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

function isSame(expected: string, given: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function sign({ project }: ProjectContext, keySecret: string, payload: string): string {
  return createHmac("sha256", keySecret).update(`cursor ${project.id} ${payload}`).digest("base64url").slice(0, 22);
}
