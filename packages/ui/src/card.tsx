import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

/** A bordered surface. */
export function Card({ className, ...props }: ComponentProps<"div">) {
  return <div className={cn("rounded-lg border bg-card text-card-foreground", className)} {...props} />;
}

/** The first line of a card: a title at the left, actions at the right. */
export function CardHeader({ className, ...props }: ComponentProps<"div">) {
  return (
    <div className={cn("flex min-h-10 flex-wrap items-center gap-2 border-b px-3 py-1.5", className)} {...props} />
  );
}
