import { cn } from "./cn.ts";

/** Progress of something that runs by itself; `value` is null while unknown. */
export function Progress(props: { label: string; value: number | null; max: number; className?: string }) {
  const value = props.value === null || props.max === 0 ? null : Math.min(Math.max(props.value, 0), props.max);
  return (
    <div
      role="progressbar"
      aria-label={props.label}
      aria-valuemin={0}
      aria-valuemax={props.max}
      aria-valuenow={value ?? undefined}
      className={props.className}
    >
      <div className="h-1.5 overflow-hidden rounded-full bg-accent">
        <div
          className={cn(
            "h-full rounded-full bg-brand transition-[width] duration-300 motion-reduce:transition-none",
            value === null && "w-1/3 motion-safe:animate-pulse",
          )}
          style={value === null ? undefined : { width: `${(value / props.max) * 100}%` }}
        />
      </div>
    </div>
  );
}
