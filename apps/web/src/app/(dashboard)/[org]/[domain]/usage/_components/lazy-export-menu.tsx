"use client";
import dynamic from "next/dynamic";

/** The server renders the button; what opens it comes after the page. */
export const LazyExportMenu = dynamic(() => import("./export-menu.tsx").then((module) => module.ExportMenu));
