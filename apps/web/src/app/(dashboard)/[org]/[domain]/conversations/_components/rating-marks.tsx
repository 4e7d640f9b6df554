import { ThumbsDown, ThumbsUp } from "lucide-react";

/** How many answers readers found good and bad. */
export function RatingMarks({ up, down }: { up: number; down: number }) {
  return (
    <>
      {up > 0 && (
        <span className="flex items-center gap-1 text-success tabular-nums">
          <ThumbsUp role="img" aria-label="Rated positive" className="size-3.5" />
          {up}
        </span>
      )}
      {down > 0 && (
        <span className="flex items-center gap-1 text-destructive tabular-nums">
          <ThumbsDown role="img" aria-label="Rated negative" className="size-3.5" />
          {down}
        </span>
      )}
    </>
  );
}
