import type { Metadata } from "next";
import { ReferenceView } from "./_components/operations.tsx";

export const metadata: Metadata = { title: "API reference" };

export default function ReferencePage() {
  return <ReferenceView />;
}
