"use client";
import { Toggle } from "@base-ui/react/toggle";
import { ToggleGroup } from "@base-ui/react/toggle-group";
import type { ReactNode } from "react";
import { cn } from "./cn.ts";

/** One of two to five views, side by side: "Unified | Split". `label` names the group. */
export function Segmented<Value extends string>(props: {
  choices: readonly { value: Value; label: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
  label: string;
  className?: string;
}) {
  return (
    <ToggleGroup
      aria-label={props.label}
      value={[props.value]}
      onValueChange={([chosen]) => {
        const choice = props.choices.find(({ value }) => value === chosen);
        if (choice) props.onChange(choice.value);
      }}
      className={cn("inline-flex w-fit rounded-md border bg-muted p-0.5", props.className)}
    >
      {props.choices.map(({ value, label }) => (
        <Toggle
          key={value}
          value={value}
          className="flex h-6 cursor-pointer items-center gap-1.5 rounded px-2 font-medium text-[0.8125rem] text-muted-foreground hover:text-foreground data-pressed:bg-background data-pressed:text-foreground data-pressed:shadow-xs [&_svg]:size-3.5"
        >
          {label}
        </Toggle>
      ))}
    </ToggleGroup>
  );
}
