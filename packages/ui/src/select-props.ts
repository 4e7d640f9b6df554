import type { ReactNode, Ref } from "react";

export type SelectChoice<Value extends string> = {
  value: Value;
  label: ReactNode;
  hint?: ReactNode;
  isDisabled?: boolean;
};

export type SelectProps<Value extends string> = {
  choices: readonly SelectChoice<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  onBlur?: () => void;
  label?: string;
  placeholder?: string;
  name?: string;
  isDisabled?: boolean;
  isSmall?: boolean;
  /** As wide as its place, and not as its choice. */
  isWide?: boolean;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
};
