import { CircleCheck, CircleX } from "lucide-react";
import type { Tried } from "#trpc/types.ts";

/** What each model said when it was tried. */
export function TestResults({ tried }: { tried: Tried }) {
  return (
    <ul role="status" className="flex flex-col gap-2 rounded-md border bg-muted/50 px-3 py-2">
      {tried.map(({ name, modelId, works, sentence, durationMs }) => (
        <li key={name} className="flex items-start gap-2">
          {works ? (
            <CircleCheck aria-label="Works" className="mt-0.5 size-4 shrink-0 text-success" />
          ) : (
            <CircleX aria-label="Fails" className="mt-0.5 size-4 shrink-0 text-destructive" />
          )}
          <p className="min-w-0 break-words">
            <code className="font-mono text-xs">{modelId}</code> {sentence}
            <span className="text-muted-foreground tabular-nums"> {(durationMs / 1_000).toFixed(1)} s</span>
          </p>
        </li>
      ))}
    </ul>
  );
}
