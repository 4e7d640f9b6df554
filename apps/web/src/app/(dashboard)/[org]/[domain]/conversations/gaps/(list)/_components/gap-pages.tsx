"use client";
import { Pagination } from "@docsteward/ui/pagination";
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
    <Pagination
      label="Gaps"
      onPrevious={previous === null ? null : () => router.push(previous)}
      onNext={last >= total ? null : () => router.push(next)}
    >
      {shown === 0 ? `None of ${total}` : `${first}–${last} of ${total}`}
    </Pagination>
  );
}
