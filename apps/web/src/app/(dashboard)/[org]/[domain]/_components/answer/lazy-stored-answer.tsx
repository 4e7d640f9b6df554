"use client";
import dynamic from "next/dynamic";

/** A stored answer that comes while the page is open. What renders it comes with it. */
export const LazyStoredAnswer = dynamic(() => import("./stored-answer.tsx").then((module) => module.StoredAnswer), {
  ssr: false,
});
