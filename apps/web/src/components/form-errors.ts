import type { FieldPath, FieldValues, UseFormSetError } from "react-hook-form";

type Refusal = { message: string; data?: { problem?: { details?: { path: string; message: string }[] } } | null };

/**
 * Puts what the server refused under the field it is about; what belongs to none goes to `errors.root`.
 *
 * @param fields the form's own, by the names that the server calls them
 */
export function setFormErrors<Values extends FieldValues>(
  error: unknown,
  { fields, setError }: { fields: readonly FieldPath<Values>[]; setError: UseFormSetError<Values> },
): void {
  const { message, data } = error as Refusal;
  const details = (data?.problem?.details ?? []).flatMap(({ path, message: sentence }) => {
    const field = fields.find((name) => path === name || path.startsWith(`${name}.`));
    return field ? [{ field, sentence }] : [];
  });
  if (details.length === 0) setError("root", { message });
  // A detail that only repeats the middle of the sentence says less than the whole.
  const [only] = details;
  for (const { field, sentence } of details)
    setError(field, { message: details.length === 1 && only ? message : sentence });
}
