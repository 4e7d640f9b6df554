"use client";

import { type ChangeEvent, type SyntheticEvent, useState } from "react";

type Errors<Values> = Partial<Record<keyof Values | "root", string>>;
type TextNames<Values> = { [K in keyof Values]: Values[K] extends string ? K : never }[keyof Values] & string;

/**
 * The state of a form on a page, which a form library would make too heavy to load; windows, which load on demand, use one.
 *
 * @param start what is saved
 * @param check the sentence about each field that can't be sent as it is
 */
export function useFormValues<Values extends Record<string, string | boolean>>(
  start: () => Values,
  check: (values: Values) => Errors<Values> = () => ({}),
) {
  const [saved, setSaved] = useState(start);
  const [values, setValues] = useState(saved);
  const [errors, setErrors] = useState<Errors<Values>>({});
  const changed = Object.keys(saved).filter((name) => values[name] !== saved[name]) as (keyof Values & string)[];
  const set = <Name extends keyof Values & string>(name: Name, value: Values[Name]) => {
    setValues((before) => ({ ...before, [name]: value }));
    setErrors((before) => ({ ...before, [name]: undefined }));
  };
  return {
    values,
    errors,
    changed,
    set,
    /** What a text field takes. */
    text: (name: TextNames<Values>) => ({
      name,
      value: values[name] as string,
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        set(name, target.value as Values[typeof name]),
    }),
    /** Takes what was saved as the new start. */
    reset: (next: Values) => {
      setSaved(next);
      setValues(next);
      setErrors({});
    },
    setError: (name: string, { message }: { message?: string }) =>
      setErrors((before) => ({ ...before, [name]: message })),
    /** Handles the form's submit: sends it, or says what is wrong and goes to the first such field. */
    submit: (send: (values: Values) => void) => (event: SyntheticEvent<HTMLFormElement>) => {
      event.preventDefault();
      const wrong = check(values);
      setErrors(wrong);
      const first = Object.keys(saved).find((name) => wrong[name] !== undefined);
      if (first === undefined) return send(values);
      const field = event.currentTarget.elements.namedItem(first);
      if (field instanceof HTMLElement) field.focus();
    },
  };
}
