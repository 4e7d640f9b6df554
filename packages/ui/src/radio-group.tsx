"use client";
import { Radio } from "@base-ui/react/radio";
import { RadioGroup as Base } from "@base-ui/react/radio-group";
import { type ReactNode, useId } from "react";
import { cn } from "./cn.ts";
import { useLabelledProps } from "./field.tsx";

type Choice<Value extends string> = { value: Value; label: ReactNode; hint?: ReactNode; isDisabled?: boolean };

/**
 * A choice among a few visible options, each with a line that describes it.
 *
 * @param label names the group for screen readers; leave it out inside a `Field`
 */
export function RadioGroup<Value extends string>(props: {
  choices: readonly Choice<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  label?: string;
  name?: string;
  className?: string;
}) {
  const id = useId();
  return (
    <Base
      aria-label={props.label}
      {...useLabelledProps()}
      name={props.name}
      value={props.value}
      onValueChange={(value) => props.onChange(value)}
      className={cn("flex flex-col gap-2", props.className)}
    >
      {props.choices.map(({ value, label, hint, isDisabled }) => (
        <label
          key={value}
          htmlFor={`${id}-${value}`}
          className="flex cursor-pointer items-start gap-2.5 rounded-md border p-2.5 has-data-checked:border-foreground/40 has-data-checked:bg-accent has-data-disabled:cursor-not-allowed has-data-disabled:opacity-50"
        >
          <Radio.Root
            id={`${id}-${value}`}
            value={value}
            disabled={isDisabled}
            className="mt-0.5 grid size-4 shrink-0 place-items-center rounded-full border border-input bg-background data-checked:border-primary"
          >
            <Radio.Indicator className="size-2 rounded-full bg-primary data-unchecked:hidden" />
          </Radio.Root>
          <span>
            <span className="font-medium">{label}</span>
            {hint && <span className="block text-muted-foreground text-xs">{hint}</span>}
          </span>
        </label>
      ))}
    </Base>
  );
}
