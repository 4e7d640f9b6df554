import type { Route } from "../server/route.ts";
import { APP_ROUTES } from "./app-routes.ts";
import { COMMENT_ROUTES } from "./comment-routes.ts";
import { GIT_ROUTES } from "./git-routes.ts";
import { MANIFEST_ROUTES } from "./manifest-routes.ts";
import { PULL_ROUTES } from "./pull-routes.ts";
import { REPOSITORY_ROUTES } from "./repository-routes.ts";

/** All that the API answers. */
export const API_ROUTES: Route[] = [
  ...APP_ROUTES,
  ...MANIFEST_ROUTES,
  ...REPOSITORY_ROUTES,
  ...PULL_ROUTES,
  ...COMMENT_ROUTES,
  ...GIT_ROUTES,
];
