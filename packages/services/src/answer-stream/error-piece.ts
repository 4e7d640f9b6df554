import type { StreamPiece } from "./stream-piece.ts";

export const BROKE_OFF = "This answer was interrupted. Ask again.";

/** The piece that ends an answer which failed. */
export function errorPiece(errorText: string): StreamPiece & { errorText: string } {
  return { type: "error", errorText };
}
