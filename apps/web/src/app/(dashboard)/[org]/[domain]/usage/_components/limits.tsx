import { formatCost, NEARLY_USED } from "@docsteward/platform/money";
import type { LimitUsage, Usage } from "@docsteward/services/usage/get";
import { Meter } from "@docsteward/ui/meter";
import { relativeTime, useNow } from "@docsteward/ui/time";
import { UsageSection } from "./usage-section.tsx";

const WHAT: Record<LimitUsage["name"], string> = {
  "agent-hour": "Jobs and job messages from the API",
  "agent-v1-hour": "Jobs from the API, version 1 (deprecated)",
  "key-month": "Assistant requests",
  "org-hour": "Assistant requests",
  "ip-day": "Assistant requests",
};

const WHOSE = { project: "this project", organization: "organization", address: "per reader IP" };
const PERIODS: Record<LimitUsage["window"], string> = { hour: "hourly", day: "daily", month: "monthly" };

/** Each limit and budget: how much of it is used, and when it starts again. */
export function Limits({ limits, months }: Pick<Usage, "limits" | "months">) {
  const shown = limits.filter(({ name, used }) => name !== "agent-v1-hour" || used);
  return (
    <UsageSection title="Limits" hint="Limits reset on UTC calendar boundaries. The tick marks 80 %.">
      <ul className="divide-y rounded-lg border">
        {shown.map(({ name, of, window, quota, used, resetsAt }) => (
          <LimitRow
            key={`${name} ${of.kind === "key" ? of.id : of.kind}`}
            title={WHAT[name]}
            whose={`${of.kind === "key" ? `key ${of.name}` : WHOSE[of.kind]}, ${PERIODS[window]}`}
            used={used}
            cap={quota}
            format={(count) => count.toLocaleString("en")}
            resetsAt={resetsAt}
          />
        ))}
        {months.map(({ of, costUsd, budgetUsd, resetsAt }) => (
          <LimitRow
            key={of}
            title="Model cost"
            whose={`${WHOSE[of]}, monthly`}
            used={costUsd}
            cap={budgetUsd}
            format={formatCost}
            resetsAt={resetsAt}
          />
        ))}
      </ul>
    </UsageSection>
  );
}

/** One limit in one line; on a narrow screen the bar goes below its words. */
function LimitRow(props: {
  title: string;
  whose: string;
  /** Null when it is not shown to this member. */
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
            tone={share >= 1 ? "destructive" : share >= NEARLY_USED ? "warning" : "brand"}
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
