/** A number the project wants to reach, and how it stands. */
export type Reach = { wanted: string; measured: string; isMet: boolean };

/** A table for people; the first column names its rows. */
export type Table = { title?: string; columns: string[]; rows: string[][] };

/** What a benchmark found: a table for people, the numbers behind it for programs. */
export type Report = {
  name: string;
  title: string;
  columns: string[];
  rows: string[][];
  /** Tables that follow the first. */
  more?: Table[];
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
  /** Sites or dialects, where a benchmark has several; all of them when left out. */
  only?: readonly string[];
  /** What a benchmark draws by chance; another each run when left out. */
  seed?: number;
  /** Where sites lie that their own generators built. */
  builtDir?: string;
  /** Whether drift fits its weights again, and writes them. */
  fit?: boolean;
  /** Says what is going on, a line each. */
  onLine(line: string): void;
};
