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

const FILLS = { neutral: "bg-foreground/70", brand: "bg-brand", warning: "bg-warning", destructive: "bg-destructive" };

/**
 * How much of a whole is used, as a bar.
 *
 * @param text the amount in words, for screen readers: "12 of 100 calls"
 */
export function Meter(props: {
  label: string;
  value: number;
  max: number;
  text: string;
  tone?: keyof typeof FILLS;
  className?: string;
}) {
  const value = Math.min(Math.max(props.value, 0), props.max);
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers draw a <meter> in a look of their own.
    <div
      role="meter"
      aria-label={props.label}
      aria-valuemin={0}
      aria-valuemax={props.max}
      aria-valuenow={value}
      aria-valuetext={props.text}
      className={props.className}
    >
      <div className="h-1.5 overflow-hidden rounded-full bg-accent">
        <div
          className={cn("h-full rounded-full", FILLS[props.tone ?? "neutral"])}
          style={{ width: `${(value / props.max) * 100}%` }}
        />
      </div>
    </div>
  );
}
