"use client";
import { Button } from "./button.tsx";
import { cn } from "./cn.ts";

/** What a list or card says when its data did not come: the sentence of the error, and a way to try again. */
export function ErrorState(props: {
  message: string;
  requestId?: string | undefined;
  onRetry?: () => void;
  className?: string;
}) {
  return (
    <div
      role="alert"
      className={cn(
        "flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-destructive/30 bg-destructive/5 px-3 py-2.5",
        props.className,
      )}
    >
      <p className="min-w-0 flex-1 break-words text-destructive">
        {props.message}
        {props.requestId && <span className="block font-mono text-xs">{props.requestId}</span>}
      </p>
      {props.onRetry && (
        <Button size="sm" onClick={props.onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
