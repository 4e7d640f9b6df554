import { Meter } from "@docsteward/ui/meter";
import { relativeTime, useNow } from "@docsteward/ui/relative-time";

const NEAR = 0.8;

/** One limit in one line; on a narrow screen the bar goes below its words. */
export function LimitRow(props: {
  title: string;
  whose: string;
  /** Null where it is not told. */
  used: number | null;
  /** Null is without a bound. */
  cap: number | null;
  format: (amount: number) => string;
  resetsAt: string;
}) {
  const { title, whose, used, cap, format } = props;
  const share = used === null || cap === null ? 0 : cap === 0 ? 1 : used / cap;
  const words =
    cap === null ? format(used ?? 0) : used === null ? `Maximum ${format(cap)}` : `${format(used)} of ${format(cap)}`;
  return (
    <li className="grid items-center gap-x-6 gap-y-1.5 px-3 py-2.5 sm:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,3fr)]">
      <div className="min-w-0">
        <p className="font-medium">{title}</p>
        <p className="truncate text-muted-foreground text-xs">{whose}</p>
      </div>
      {used !== null && cap !== null ? (
        <div className="relative">
          <Meter
            label={`${title}, ${whose}`}
            value={used}
            max={Math.max(cap, 1)}
            text={words}
            tone={share >= 1 ? "destructive" : share >= NEAR ? "warning" : "brand"}
          />
          <span aria-hidden className="-inset-y-0.5 absolute w-px bg-muted-foreground/60" style={{ left: "80%" }} />
        </div>
      ) : (
        <p className="text-muted-foreground text-xs max-sm:hidden">{cap === null ? "No budget set" : ""}</p>
      )}
      <div className="flex justify-between gap-3 tabular-nums sm:flex-col sm:items-end sm:gap-0">
        <p>{words}</p>
        <p className="text-muted-foreground text-xs">
          <ResetTime at={props.resetsAt} />
        </p>
      </div>
    </li>
  );
}

function ResetTime({ at }: { at: string }) {
  const now = new Date(useNow());
  return (
    <time dateTime={at} title={new Date(at).toUTCString()} suppressHydrationWarning>
      Resets {untilWords(new Date(at), now)}
    </time>
  );
}

/** "in 12m", "in 3h", "in 9d": the same steps as for times that are past. */
function untilWords(at: Date, now: Date): string {
  const past = relativeTime(now, at);
  return past === "just now" ? "soon" : `in ${past.replace(" ago", "")}`;
}
