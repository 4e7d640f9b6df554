"use client";
import dynamic from "next/dynamic";

/** A stored answer that the server renders: what renders Markdown in the browser comes after the page. */
export const LazyStoredAnswer = dynamic(() => import("./stored-answer.tsx").then((module) => module.StoredAnswer));
