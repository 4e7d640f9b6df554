import { type ReactNode, useId } from "react";
import { cn } from "./cn.ts";
import { useLabelledProps } from "./field.tsx";

type Choice<Value extends string> = { value: Value; label: ReactNode; hint?: ReactNode };

/**
 * A choice among a few visible options, each with a line that describes it: the browser's own radio buttons, drawn anew.
 *
 * @param label names the group for screen readers; leave it out inside a `Field`
 */
export function RadioGroup<Value extends string>(props: {
  choices: readonly Choice<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  label?: string;
}) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={props.label} {...useLabelledProps()} className="flex flex-col gap-2">
      {props.choices.map(({ value, label, hint }) => (
        <label
          key={value}
          className={cn(
            "flex cursor-pointer items-start gap-2.5 rounded-md border p-2.5",
            "has-checked:border-foreground/40 has-checked:bg-accent has-disabled:cursor-not-allowed has-disabled:opacity-50",
          )}
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === props.value}
            onChange={() => props.onChange(value)}
            className="mt-0.5 grid size-4 shrink-0 appearance-none place-items-center rounded-full border border-input bg-background before:size-2 before:rounded-full checked:border-primary checked:before:bg-primary"
          />
          <span>
            <span className="font-medium">{label}</span>
            {hint && <span className="block text-muted-foreground text-xs">{hint}</span>}
          </span>
        </label>
      ))}
    </div>
  );
}
