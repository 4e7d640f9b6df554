/** A number the project wants to reach, and how it stands. */
export type Reach = { wanted: string; measured: string; isMet: boolean };

/** What a benchmark found: a table for people, the numbers behind it for programs. */
export type Report = {
  name: string;
  title: string;
  columns: string[];
  rows: string[][];
  reaches: Reach[];
  notes: string[];
  /** Everything that was measured, in the units their names tell; written to the results file. */
  figures: Record<string, unknown>;
};

export type Benchmark = (options: BenchOptions) => Promise<Report>;

export type BenchOptions = {
  /** Where generated repositories are kept and runs do their work. */
  dataDir: string;
  /** How often each side is measured; each benchmark has its own number when left out. */
  rounds?: number;
  /** Which of a benchmark's peers are measured, where it has several; all of them when left out. */
  peers?: readonly string[];
  /** Says what is going on, a line each. */
  onLine(line: string): void;
};
