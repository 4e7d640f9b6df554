import { Skeleton } from "@docsteward/ui/states";
import { RowsSkeleton } from "#components/skeletons.tsx";

const FIGURES = ["jobs", "questions", "cost", "index"];
const LISTS = ["latest", "unanswered"];

export default function OverviewLoading() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-5">
      <Skeleton className="h-7 w-32" />
      <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
        {FIGURES.map((figure) => (
          <Skeleton key={figure} shape="card" className="h-34" />
        ))}
      </div>
      <div className="grid gap-5 lg:grid-cols-2">
        {LISTS.map((list) => (
          <RowsSkeleton key={list} count={5} className="h-10 gap-2.5">
            <Skeleton className="h-4 flex-1" />
            <Skeleton className="h-4 w-12" />
          </RowsSkeleton>
        ))}
      </div>
    </div>
  );
}
