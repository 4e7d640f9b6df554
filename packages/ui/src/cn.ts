import { type ClassValue, clsx } from "clsx";

/**
 * Joins class names. Two classes of one element never set the same property, because their order does not decide which one
 * wins: a variant of a part is a prop of it. A story checks every page for this.
 */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
