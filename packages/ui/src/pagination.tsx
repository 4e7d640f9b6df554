"use client";
import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";

/** Backwards and forwards through a list; a side without an action is off. `children` say where one is: "31–60 of 240". */
export function Pagination(props: {
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
  label?: string;
  children?: ReactNode;
}) {
  return (
    <nav aria-label={props.label ?? "Pages"} className="flex items-center justify-between gap-3">
      <p className="text-muted-foreground text-xs tabular-nums">{props.children}</p>
      <div className="flex gap-1.5">
        <Button size="sm" disabled={props.onPrevious === null} onClick={() => props.onPrevious?.()}>
          <ChevronLeft aria-hidden />
          Previous
        </Button>
        <Button size="sm" disabled={props.onNext === null} onClick={() => props.onNext?.()}>
          Next
          <ChevronRight aria-hidden />
        </Button>
      </div>
    </nav>
  );
}
