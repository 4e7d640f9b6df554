import { PASSWORD_ADVICE, PASSWORD_CHARACTERS } from "@docsteward/contract/password";
import { Field, Input } from "@docsteward/ui/field";

/** Asks for a password that is not set yet. @param name of its value in the form's data */
export function NewPasswordField(props: { label: string; name: string; autoFocus?: boolean }) {
  const { min, max } = PASSWORD_CHARACTERS;
  return (
    <Field label={props.label} hint={`Use at least ${min} characters. ${PASSWORD_ADVICE}`}>
      <Input
        name={props.name}
        type="password"
        autoComplete="new-password"
        required
        autoFocus={props.autoFocus}
        minLength={min}
        maxLength={max}
      />
    </Field>
  );
}
