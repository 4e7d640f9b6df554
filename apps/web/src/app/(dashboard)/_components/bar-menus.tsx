"use client";
import dynamic from "next/dynamic";

// The server renders the buttons; what opens them comes after the page, which does not wait for it.
export const ProjectSwitcher = dynamic(() => import("./project-switcher.tsx").then((module) => module.ProjectSwitcher));
export const UserMenu = dynamic(() => import("./user-menu.tsx").then((module) => module.UserMenu));
