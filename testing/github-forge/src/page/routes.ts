import { actOnPull } from "./act-on-pull.ts";
import { createFromManifest, showApp, showManifest } from "./app-pages.ts";
import { installFromPage, showInstall } from "./install-pages.ts";
import type { PageRoute } from "./page-route.ts";
import { showHome } from "./show-home.ts";
import { showPull } from "./show-pull.ts";
import { showRepository } from "./show-repository.ts";

/** All pages, the particular before the general: an account can be called anything but `settings`. */
export const PAGE_ROUTES: PageRoute[] = [
  { method: "GET", path: "/", answer: showHome },
  { method: "POST", path: "/settings/apps/new", isOpen: true, answer: showManifest },
  { method: "POST", path: "/organizations/{org}/settings/apps/new", isOpen: true, answer: showManifest },
  { method: "POST", path: "/settings/apps/create", answer: createFromManifest },
  { method: "GET", path: "/github-apps/{slug}", answer: showApp },
  { method: "GET", path: "/github-apps/{slug}/installations/new", answer: showInstall },
  { method: "POST", path: "/github-apps/{slug}/installations/new", answer: installFromPage },
  { method: "GET", path: "/{owner}/{repo}", answer: showRepository },
  { method: "GET", path: "/{owner}/{repo}/pull/{number}", answer: showPull },
  { method: "POST", path: "/{owner}/{repo}/pull/{number}", answer: actOnPull },
];
