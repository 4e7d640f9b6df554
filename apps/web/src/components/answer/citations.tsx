"use client";

import { cn } from "@docsteward/ui/cn";
import { createContext, use } from "react";

export type CitationState = {
  /** The source that is looked at. */
  chosen: number | null;
  /** Says that one is pointed at, or with null that none is any more. */
  onPoint: (number: number | null) => void;
  onChoose: (number: number) => void;
};

const CitingContext = createContext<CitationState | null>(null);

/** Lets the citations of the answers below it act on a list of sources beside them. */
export const CitationProvider = CitingContext.Provider;

const chip =
  "mx-0.5 inline-flex h-4 min-w-4 items-center justify-center rounded px-1 align-[0.1em] font-medium font-mono text-[0.6875rem] no-underline";
const quiet = "bg-accent text-muted-foreground";

/** The number of a source, as a link to the list of sources next to the answer. */
export function Citation({ number }: { number: number }) {
  const citing = use(CitingContext);
  if (citing === null) return <span className={cn(chip, quiet)}>{number}</span>;
  return (
    <button
      type="button"
      aria-label={`Source ${number}`}
      aria-pressed={citing.chosen === number}
      onClick={() => citing.onChoose(number)}
      onPointerEnter={() => citing.onPoint(number)}
      onPointerLeave={() => citing.onPoint(null)}
      onFocus={() => citing.onPoint(number)}
      onBlur={() => citing.onPoint(null)}
      className={cn(
        chip,
        "cursor-pointer hover:bg-brand hover:text-background",
        citing.chosen === number ? "bg-brand text-background" : quiet,
      )}
    >
      {number}
    </button>
  );
}
