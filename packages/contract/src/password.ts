/** How many characters a new password may have. */
export const PASSWORD_CHARACTERS = { min: 10, max: 128 } as const;

/** What helps a person who is asked for one. */
export const PASSWORD_ADVICE = "A sentence works well.";
