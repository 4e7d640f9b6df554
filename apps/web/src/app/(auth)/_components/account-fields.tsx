import { Field } from "@docsteward/ui/field";
import { Input } from "@docsteward/ui/input";
import { NewPasswordField } from "../../_components/new-password-field.tsx";

/** The fields of a new account; `readAccount` reads them. @param email given when only this address may be used */
export function AccountFields({ email }: { email?: string }) {
  return (
    <>
      <Field label="Name">
        <Input name="name" autoComplete="name" required autoFocus maxLength={100} />
      </Field>
      <Field label="Email address">
        <Input
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={email}
          readOnly={email !== undefined}
        />
      </Field>
      <NewPasswordField label="Password" name="password" />
    </>
  );
}
