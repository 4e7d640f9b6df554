export type ComboboxChoice = { value: string; label: string; hint?: string };

export type ComboboxProps = {
  choices: readonly ComboboxChoice[];
  value: string | null;
  onChange: (value: string | null) => void;
  /** What was typed, for choices that come from the server; then the list is shown as it is given. */
  onType?: (text: string) => void;
  /** Names it for screen readers; leave it out inside a `Field`. */
  label?: string;
  placeholder?: string;
  empty?: string;
  isDisabled?: boolean;
  className?: string;
};
