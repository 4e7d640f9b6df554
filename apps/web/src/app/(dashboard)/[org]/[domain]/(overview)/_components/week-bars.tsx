import { cn } from "@docsteward/ui/cn";

type Day = { day: string; parts: { name: string; count: number; className: string }[] };

/** Seven days as stacked bars, the highest of them as high as there is room. The figures are in each day's title. */
export function WeekBars({ days }: { days: Day[] }) {
  const sums = days.map(({ parts }) => parts.reduce((sum, { count }) => sum + count, 0));
  const highest = Math.max(1, ...sums);
  return (
    <ul className="flex h-10 items-end gap-1" aria-label="By day">
      {days.map(({ day, parts }, index) => (
        <li key={day} title={wordsOf({ day, parts })} className="relative flex h-full flex-1 flex-col justify-end">
          <span className="sr-only">{wordsOf({ day, parts })}</span>
          {sums[index] === 0 && <span className="h-px bg-border" />}
          {parts.map(({ name, count, className }) => (
            <span
              key={name}
              className={cn("min-h-px first:rounded-t-xs", count === 0 && "hidden", className)}
              style={{ height: `${(count / highest) * 100}%` }}
            />
          ))}
        </li>
      ))}
    </ul>
  );
}

function wordsOf({ day, parts }: Day): string {
  const date = new Date(`${day}T00:00:00Z`);
  const name = date.toLocaleDateString("en", { weekday: "short", month: "short", day: "numeric", timeZone: "UTC" });
  const some = parts.filter(({ count }) => count > 0).map(({ count, name: part }) => `${count} ${part}`);
  return `${name}: ${some.join(", ") || "none"}`;
}
