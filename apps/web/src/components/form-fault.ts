/**
 * What is wrong with the first faulty field of a form, which gets the focus; undefined when all are right. It takes the place of the
 * browser's own bubbles, which speak the browser's language and hide the page.
 */
export function findFault(form: HTMLFormElement): string | undefined {
  const wrong = [...form.elements].find(isInvalid);
  wrong?.focus();
  return wrong && explainInvalid(wrong);
}

const isInvalid = (field: Element): field is HTMLInputElement =>
  field instanceof HTMLInputElement && !field.validity.valid;

/** What is wrong with a field, under its own name. */
function explainInvalid({ validity, labels, minLength }: HTMLInputElement): string {
  const name = (labels?.[0]?.textContent ?? "value").toLowerCase();
  if (validity.valueMissing) return `The ${name} is missing. Enter it.`;
  if (validity.typeMismatch) return `The ${name} isn't complete. Enter it like ada@example.com.`;
  if (validity.tooShort) return `The ${name} is too short. Use at least ${minLength} characters.`;
  return `The ${name} isn't valid. Check it.`;
}
