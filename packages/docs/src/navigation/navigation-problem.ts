/** What is wrong with a file of a site's navigation. */
export type NavigationProblem = { path: string; line: number; message: string };
