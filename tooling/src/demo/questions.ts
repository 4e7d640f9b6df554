/** What the sample pages answer, and where. */
export const QUESTION = {
  text: "How do I write a backup to a file with the lantern command?",
  answer: "lantern export",
  page: "/guides/backup-and-restore",
};

/** What they answer once the pull request of the story is merged. */
export const QUESTION_FOR_LATER = "How often should I restore a backup to a spare machine?";
export const LATER_ANSWER = "twice a year";
