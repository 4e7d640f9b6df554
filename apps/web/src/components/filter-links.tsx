import { cn } from "@docsteward/ui/cn";
import Link from "next/link";

type Choice = { label: string; href: string; isCurrent: boolean };

/** The choices of a filter, each a link: what is chosen is in the address. */
export function FilterLinks({ label, choices }: { label: string; choices: readonly Choice[] }) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-1">
      {choices.map((choice) => (
        <Link
          key={choice.label}
          href={choice.href}
          aria-current={choice.isCurrent ? "true" : undefined}
          className={cn(
            "rounded-full border px-2.5 py-0.5 text-[0.8125rem] hover:bg-accent hover:text-foreground",
            choice.isCurrent ? "border-foreground/30 bg-accent text-foreground" : "text-muted-foreground",
          )}
        >
          {choice.label}
        </Link>
      ))}
    </nav>
  );
}
