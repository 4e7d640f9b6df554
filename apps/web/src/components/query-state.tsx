"use client";

/** Lets what a page shows stand in its address: `nuqs` works below it. Only pages that do so stand in it. */
export { NuqsAdapter as AddressState } from "nuqs/adapters/next/app";
