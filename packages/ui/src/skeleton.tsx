import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

/** Holds the place of what is still loading; give it the size of that. */
export function Skeleton({ className, ...props }: ComponentProps<"div">) {
  return <div aria-hidden className={cn("motion-safe:animate-pulse rounded-md bg-accent", className)} {...props} />;
}
