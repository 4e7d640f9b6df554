"use client";

import { Button } from "@docsteward/ui/button";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useRouter } from "next/navigation";

const PAGE = 25;

/** Backwards and forwards through the gaps; nothing while they fit on one page. */
export function GapPages(props: { page: number; total: number; shown: number; previous: string | null; next: string }) {
  const { page, total, shown, previous, next } = props;
  const router = useRouter();
  if (total <= PAGE && page === 1) return null;
  const first = (page - 1) * PAGE + 1;
  const last = first + shown - 1;
  return (
    <nav aria-label="Gaps" className="flex items-center justify-between gap-3">
      <p className="text-muted-foreground text-xs tabular-nums">
        {shown === 0 ? `None of ${total}` : `${first}–${last} of ${total}`}
      </p>
      <div className="flex gap-1.5">
        <Button size="sm" disabled={previous === null} onClick={() => previous !== null && router.push(previous)}>
          <ChevronLeft aria-hidden />
          Previous
        </Button>
        <Button size="sm" disabled={last >= total} onClick={() => router.push(next)}>
          Next
          <ChevronRight aria-hidden />
        </Button>
      </div>
    </nav>
  );
}
