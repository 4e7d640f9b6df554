/** A page as a person names it: a path with or without its ending, a site path, or a title. */
export type PageRef = string;

/** An instruction that the offline model carries out, as read from a prompt. `source` is the text it was read from. */
export type Instruction = { source: string } & (
  | { kind: "replace"; from: string; to: string; where?: PageRef }
  | { kind: "create-page"; path?: PageRef; folder?: string; title?: string; body?: string }
  | { kind: "add-section"; title: string; page?: PageRef; body?: string }
  | { kind: "move-page"; from: PageRef; to: PageRef; isFolder: boolean }
  | { kind: "delete-page"; page: PageRef }
  | { kind: "fix-typo"; word?: string; correction?: string; where?: PageRef }
  | { kind: "unknown" }
);

/** Instructions of one kind. */
export type InstructionOf<Kind extends Instruction["kind"]> = Extract<Instruction, { kind: Kind }>;

/** Reads one form of the grammar; undefined when the segment has another. */
export type Parser = (segment: string, quotes: readonly string[]) => WithoutSource | undefined;
type WithoutSource = Instruction extends infer Each ? (Each extends Instruction ? Omit<Each, "source"> : never) : never;
