import { RelativeTime } from "@docsteward/ui/time";
import Link from "next/link";
import type { KeyRow } from "#trpc/types.ts";
import { SettingsSection } from "../../_components/settings-section.tsx";

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

/** The websites that may use the assistant, and what came from there: each has a key. */
export function WidgetUse({ keys, settings, analytics }: { keys: KeyRow[]; settings: string; analytics: string }) {
  const used = keys.filter(({ kind, state, allowedOrigins }) => {
    return kind === "assistant" && state === "valid" && allowedOrigins.length > 0;
  });
  return (
    <SettingsSection
      title="Websites"
      description={
        <>
          Where the widget may be, by key. What readers ask there is in{" "}
          <Link href={analytics} className="text-brand underline underline-offset-2">
            Analytics
          </Link>
          .
        </>
      }
      isFlush
    >
      {used.length === 0 ? (
        <p className="px-4 py-6 text-center text-muted-foreground">
          No assistant key lists a website yet.{" "}
          <Link href={`${settings}/origins`} className="text-brand underline underline-offset-2">
            Allowed websites
          </Link>
        </p>
      ) : (
        <ul className="divide-y">
          {used.map(({ id, name, hint, allowedOrigins, hours, lastUsedAt }) => (
            <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-4 py-3">
              <div className="min-w-0">
                <p className="font-medium">
                  {name} <code className="font-mono text-muted-foreground text-xs">{hint}</code>
                </p>
                <p className="wrap-anywhere text-muted-foreground text-xs">{allowedOrigins.join(" · ")}</p>
              </div>
              <p className="text-muted-foreground text-xs">
                {lastUsedAt === null ? (
                  "Not used yet"
                ) : (
                  <>
                    {sum(hours).toLocaleString("en")} requests in {hours.length} hours, the last{" "}
                    <RelativeTime at={lastUsedAt} />
                  </>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}
