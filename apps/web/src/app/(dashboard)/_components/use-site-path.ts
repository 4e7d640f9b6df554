"use client";
import { useParams } from "next/navigation";

/** The project in the page's address; null on pages outside of projects. For parts of the shell, which stand above every page. */
export function useSitePath(): { org: string; domain: string } | null {
  const { org, domain } = useParams();
  return typeof org === "string" && typeof domain === "string" ? { org, domain } : null;
}
