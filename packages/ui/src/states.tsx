import type { ComponentProps, ReactNode } from "react";
import { Button } from "./button.tsx";
import { cn } from "./cn.ts";

const SHAPES = { line: "rounded-md", card: "rounded-lg", circle: "rounded-full" };

/** Holds the place of what is still loading; give it the size and the shape of that. */
export function Skeleton(all: ComponentProps<"div"> & { shape?: keyof typeof SHAPES }) {
  const { shape = "line", className, ...props } = all;
  return <div aria-hidden className={cn("motion-safe:animate-pulse bg-accent", SHAPES[shape], className)} {...props} />;
}

/** What a list says when it has nothing yet: one line about what belongs here, then the next step. */
export function EmptyState({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-3 rounded-lg border border-dashed p-6">
      <h2 className="font-semibold text-[0.9375rem]">{title}</h2>
      {children}
    </div>
  );
}

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
