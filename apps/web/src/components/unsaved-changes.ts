/** The forms of the page that have unsaved changes, each by what asks its person. */
export const unsaved = new Set<(href: string) => void>();

/**
 * Whether the page may be left for an address. While a form has unsaved changes, the person is asked, and goes there afterwards.
 * For ways that are no links: shortcuts and the palette.
 */
export function mayLeaveTo(href: string): boolean {
  const [ask] = unsaved;
  ask?.(href);
  return ask === undefined;
}
