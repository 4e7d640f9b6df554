import { type ClassValue, clsx } from "clsx";

/**
 * Joins class names. Two of one element never set the same property, for which of them would win is not told by their order: what a
 * part may be asked for beside its own classes is a prop of it. A story holds every page to that.
 */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
