import { JobStatus } from "@docsteward/contract/job";
import { cn } from "@docsteward/ui/cn";
import Link from "next/link";

type Filter = { status: JobStatus | undefined; archived: boolean };

/** The filters of the job list, each a link: what is chosen is in the address. */
export function StatusFilter({ status, archived }: Filter) {
  const choices = [
    { label: "All", href: "?", isCurrent: status === undefined && !archived },
    ...JobStatus.options.map((option) => ({
      label: option[0]?.toUpperCase() + option.slice(1),
      href: `?status=${option}`,
      isCurrent: status === option && !archived,
    })),
    { label: "Archived", href: "?archived=true", isCurrent: archived },
  ];
  return (
    <nav aria-label="Filter" className="flex flex-wrap gap-1">
      {choices.map(({ label, href, isCurrent }) => (
        <Link
          key={label}
          href={href}
          aria-current={isCurrent ? "true" : undefined}
          className={cn(
            "rounded-full border px-2.5 py-0.5 text-[0.8125rem] text-muted-foreground hover:bg-accent hover:text-foreground",
            isCurrent && "border-foreground/30 bg-accent text-foreground",
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
