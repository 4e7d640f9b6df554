"use client";
import { Meter as Base } from "@base-ui/react/meter";
import { cn } from "./cn.ts";

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
  return (
    <Base.Root
      aria-label={props.label}
      value={Math.min(props.value, props.max)}
      max={props.max}
      getAriaValueText={() => props.text}
      className={props.className}
    >
      <Base.Track className="h-1.5 overflow-hidden rounded-full bg-accent">
        <Base.Indicator className={cn("h-full rounded-full", FILLS[props.tone ?? "neutral"])} />
      </Base.Track>
    </Base.Root>
  );
}
