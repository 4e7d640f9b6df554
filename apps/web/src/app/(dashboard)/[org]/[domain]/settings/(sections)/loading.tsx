import { Skeleton } from "@docsteward/ui/states";

const FIELDS = ["a", "b", "c", "d"];

/**
 * Stands in for a section of the settings while it loads. The page of a webhook is outside of this group: a page behind a skeleton
 * has begun its answer, and cannot say 404 any more.
 */
export default function SettingsLoading() {
  return (
    <div role="status" aria-label="Loading" className="rounded-lg border">
      <div className="flex flex-col gap-1.5 border-b p-4">
        <Skeleton className="h-5 w-36" />
        <Skeleton className="h-4 w-72" />
      </div>
      <div className="flex flex-col gap-5 p-4">
        {FIELDS.map((field) => (
          <div key={field} className="flex flex-col gap-1.5">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="h-8" />
          </div>
        ))}
      </div>
    </div>
  );
}
