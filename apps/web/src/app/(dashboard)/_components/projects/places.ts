/** Where a person may put another project. */
export type Places = { organizations: { slug: string; name: string }[]; mayUsePaths: boolean };
