import type { JobChecks } from "@docsteward/services/job/find-last-checks";
import { RelativeTime } from "@docsteward/ui/relative-time";
import { CircleCheck, TriangleAlert } from "lucide-react";

/** How the documentation checks of the job ended, with each problem and where it is. */
export function Checks({ checks: { errors, warnings, problems, at } }: { checks: JobChecks }) {
  const isClean = errors + warnings === 0;
  const Icon = isClean ? CircleCheck : TriangleAlert;
  return (
    <section aria-label="Checks" className="rounded-lg border bg-card">
      <div className="flex items-center gap-2 px-3 py-2">
        <Icon aria-hidden className={isClean ? "size-4 text-success" : "size-4 text-warning"} />
        <h2 className="font-medium">
          {isClean ? "Checks passed" : `Checks found ${count(errors, "error")} and ${count(warnings, "warning")}`}
        </h2>
        <RelativeTime at={at} className="ml-auto text-muted-foreground text-xs" />
      </div>
      {problems.length > 0 && (
        <ul className="flex flex-col gap-1 border-t px-3 py-2">
          {problems.map(({ path, line, message }) => (
            <li key={`${path}:${line}:${message}`} className="break-words">
              <code className="font-mono text-muted-foreground text-xs">
                {line === null ? path : `${path}:${line}`}
              </code>{" "}
              {message}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const count = (number: number, word: string) => `${number} ${word}${number === 1 ? "" : "s"}`;
