import { notFound } from "next/navigation";

/** Every address of a project that no page has: the not-found page inside the project's frame. */
export default function MissingPage() {
  notFound();
}
