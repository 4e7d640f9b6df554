"use client";
import { Progress as Base } from "@base-ui/react/progress";

/** How far something has come that goes on by itself; `value` null while nobody knows. */
export function Progress(props: { label: string; value: number | null; max: number; className?: string }) {
  return (
    <Base.Root aria-label={props.label} value={props.value} max={props.max} className={props.className}>
      <Base.Track className="h-1.5 overflow-hidden rounded-full bg-accent">
        <Base.Indicator className="h-full rounded-full bg-brand transition-[width] duration-300 data-indeterminate:w-1/3 motion-safe:data-indeterminate:animate-pulse motion-reduce:transition-none" />
      </Base.Track>
    </Base.Root>
  );
}
