import { CodeBlock } from "@docsteward/ui/code-block";
import { RelativeTime } from "@docsteward/ui/relative-time";
import type { Delivery } from "../../_components/webhook-types.ts";

/** What was sent, and what came of each try. */
export function DeliveryDetails({ delivery }: { delivery: Delivery }) {
  const { id, body, attempts, nextTryAt, state } = delivery;
  return (
    <div className="flex flex-col gap-3 border-t bg-muted/40 px-4 py-3">
      <p className="text-muted-foreground text-xs">
        webhook-id <code className="font-mono">{id}</code>
        {state === "pending" && nextTryAt && attempts.length > 0 && (
          <>
            {" "}
            · next attempt at <time dateTime={nextTryAt}>{nextTryAt.slice(11, 16)} UTC</time>
            {nextTryAt.slice(0, 10) !== attempts.at(-1)?.at.slice(0, 10) && ` on ${nextTryAt.slice(0, 10)}`}
          </>
        )}
      </p>
      <section aria-label="Attempts" className="flex flex-col gap-1.5">
        {attempts.length === 0 && <p className="text-muted-foreground">No attempts yet. A worker sends it shortly.</p>}
        <ol className="flex flex-col gap-1.5">
          {attempts.map(({ at, durationMs, status, response, error }) => (
            <li key={at} className="rounded-md border bg-background px-3 py-2">
              <p className="flex flex-wrap gap-x-3">
                <span className={status !== null && status < 300 ? "text-success" : "text-destructive"}>
                  {status === null ? "No response" : `Status ${status}`}
                </span>
                <span className="text-muted-foreground tabular-nums">{durationMs} ms</span>
                <RelativeTime at={at} className="text-muted-foreground" />
              </p>
              {error && (status === null || status < 400) && <p className="break-words">{error}</p>}
              {response && (
                <pre className="mt-1 max-h-32 overflow-auto whitespace-pre-wrap break-all font-mono text-xs">
                  {response}
                </pre>
              )}
            </li>
          ))}
        </ol>
      </section>
      <CodeBlock code={toPretty(body)} label="Copy body" />
    </div>
  );
}

function toPretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    // Every body is JSON that was written here; should one not be, it is shown as it is.
    return body;
  }
}
