import { Skeleton } from "@docsteward/ui/states";
import { RowsSkeleton } from "#components/skeletons.tsx";

const SECTIONS = ["admin", "assistant"];

export default function KeysLoading() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-6">
      <div className="flex items-center justify-between">
        <Skeleton className="h-7 w-28" />
        <Skeleton className="h-8 w-28" />
      </div>
      <Skeleton className="h-16" />
      {SECTIONS.map((section) => (
        <div key={section} className="flex flex-col gap-3">
          <Skeleton className="h-5 w-56" />
          <RowsSkeleton count={3} className="h-11 gap-4">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-4 w-28" />
            <Skeleton className="h-5 w-36" />
          </RowsSkeleton>
        </div>
      ))}
    </div>
  );
}
