/** Lets requests begin in a fair order. */
export type FairGate = {
  /**
   * Begins a request when its turn comes: immediately while few others begin.
   *
   * @param start gets what to call when the answer begins, or when the caller has left, and whether the second process answers
   */
  enter(request: GateRequest, start: (onAnswered: () => void, isElsewhere: boolean) => void): void;
};

/** A second process, which answers those that send a lot. */
export type Elsewhere = {
  /** Whether it takes requests. */
  isReady(): boolean;
  /** Says that one would be of use. */
  want(): void;
};

/** What the gate knows of a request before it begins. */
export type GateRequest = {
  caller: string;
  /** Where it comes from: the networks of one caller take turns within its share. */
  network: string;
  /** Bytes of its body, as far as it says. */
  bytes: number;
};

type Start = { begin(onAnswered: () => void, isElsewhere: boolean): void; weight: number };

/** Requests that begin in one turn of the event loop. Each costs one or two milliseconds there, and more between turns. */
const STARTS_A_TURN = 2;
/**
 * Requests of a caller whose answer has not begun. More would stand in the line for the database, in front of all others. One that takes
 * long waits for something else, and is not counted any more.
 */
const MAX_UNANSWERED = 24;
/** The same while another caller's requests come, too. Their steps take turns with those of the others, and a few fill a process. */
const MAX_UNANSWERED_BESIDE_OTHERS = 4;
/** The same in the second process, which has a gate of its own. */
const MAX_UNANSWERED_ELSEWHERE = 64;
const PRESENT_MS = 1_000;
/** One that no other caller was beside for so long is alone. */
const ALONE_MS = 10_000;
/**
 * A caller is ahead of another when it began so many requests lately, and so many times what the other began. It begins the next one when
 * none of its own and none of the other's waits for an answer, or so long after it began the last one: a flood takes what others leave.
 */
const AHEAD = { requests: 30, times: 2, everyMs: 40 };
/**
 * A network of a caller sends a lot when it began so many requests in some ten seconds, and so many times what another caller began that
 * is present. For so long after that the second process answers it: what its requests cost is known only afterwards.
 */
const A_LOT = { requests: 100, times: 1.5, lastingMs: 60_000 };
/** Of a request's body, beside the request itself: reading and checking so many bytes takes about as long. */
const BYTES_OF_A_REQUEST = 50_000;
const MAX_WEIGHT = 20;
/** What a caller began counts for less and less: by half after a second and a half. */
const LATELY_MS = 2_000;
/** The same for what `A_LOT` counts. */
const STEADILY_MS = 10_000;
const LONG_MS = 500;
/** Callers whose share is remembered when none of their requests waits. */
const MAX_REMEMBERED = 10_000;

/**
 * Makes the gate that requests pass before they are routed. A flood that arrives together would otherwise fill one turn of the event loop
 * for a second, and all other callers would wait for the whole of it.
 *
 * Of the callers whose requests wait, the one that has begun the fewest lately comes first. A caller that was away has no claim to what it
 * did not use. A site's assistant key is in every reader's browser: its networks take turns, so that one reader holds up no other.
 *
 * @param elsewhere where a caller that sends a lot is answered while others are present
 */
export function createFairGate(elsewhere?: Elsewhere): FairGate {
  /** By caller and network, the network whose turn is next first. */
  const waiting = new Map<string, Map<string, Start[]>>();
  const unanswered = new Map<string, number>();
  /** Requests that each caller has begun, counted from where the others stood when it came. */
  const begun = new Map<string, number>();
  /** The furthest that a caller stood when it began. */
  let present = 0;
  let startsLeft = STARTS_A_TURN;
  let isTurnAhead = false;
  let isWakeAhead = false;
  const lately = new Map<string, Lately>();
  /** By caller and network: one reader with a site's key must not send its other readers away. */
  const steadily = new Map<string, Steadily>();
  /** The two callers that began last, the last one first, and when. */
  let [last, other] = [
    { caller: "", sender: "", atMs: NEVER },
    { caller: "", sender: "", atMs: NEVER },
  ];

  const note = (caller: string, sender: string, weight: number) => {
    const nowMs = performance.now();
    if (caller !== last.caller) other = last;
    last = { caller, sender, atMs: nowMs };
    lately.set(caller, { requests: requestsOf(lately.get(caller), nowMs) + weight, atMs: nowMs });
    const own = steadily.get(sender);
    const requests = steadyOf(own, nowMs) + weight;
    const isALot =
      requests >= A_LOT.requests &&
      nowMs - other.atMs <= PRESENT_MS &&
      requests >= A_LOT.times * steadyOf(steadily.get(other.sender), nowMs);
    steadily.delete(sender);
    steadily.set(sender, { requests, atMs: nowMs, aLotAtMs: isALot ? nowMs : (own?.aLotAtMs ?? NEVER) });
    // The first one has begun nothing for the longest time.
    if (steadily.size > MAX_REMEMBERED) steadily.delete(steadily.keys().next().value ?? "");
    if (isALot) elsewhere?.want();
  };

  const goesElsewhere = (caller: string, sender: string) => {
    if (elsewhere === undefined) return false;
    const nowMs = performance.now();
    const beside = caller === last.caller ? other : last;
    if (nowMs - (steadily.get(sender)?.aLotAtMs ?? NEVER) >= A_LOT.lastingMs) return false;
    return nowMs - beside.atMs < ALONE_MS && elsewhere.isReady();
  };

  /** What the caller with the fewest requests lately has begun, of those that wait for an answer since a moment. */
  const findLightest = (nowMs: number) => {
    let least = Number.POSITIVE_INFINITY;
    for (const caller of unanswered.keys()) {
      const own = lately.get(caller);
      // One whose answers take long must not hold up all others.
      if (own && nowMs - own.atMs < AHEAD.everyMs) least = Math.min(least, requestsOf(own, nowMs));
    }
    return least;
  };

  const hasRoom = (caller: string) => {
    const nowMs = performance.now();
    const beside = caller === last.caller ? other : last;
    const open = unanswered.get(caller) ?? 0;
    const [network = ""] = waiting.get(caller)?.keys() ?? [];
    if (goesElsewhere(caller, senderOf(caller, network))) return open < MAX_UNANSWERED_ELSEWHERE;
    if (nowMs - beside.atMs > PRESENT_MS && waiting.size < 2) return open < MAX_UNANSWERED;
    if (open >= MAX_UNANSWERED_BESIDE_OTHERS) return false;
    const own = lately.get(caller);
    if (own === undefined || nowMs - own.atMs >= AHEAD.everyMs) return true;
    const requests = requestsOf(own, nowMs);
    if (requests < AHEAD.requests) return true;
    const others = open === 0 ? findLightest(nowMs) : requestsOf(lately.get(beside.caller), nowMs);
    return requests < AHEAD.times * others;
  };

  const next = (): string | undefined => {
    let first: string | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const caller of waiting.keys()) {
      const count = begun.get(caller) ?? 0;
      if (count >= least || !hasRoom(caller)) continue;
      first = caller;
      least = count;
    }
    return first;
  };

  const takeNext = (caller: string) => {
    const lines = waiting.get(caller);
    const [network, line] = lines?.entries().next().value ?? [];
    if (lines === undefined || network === undefined || line === undefined) return undefined;
    const start = line.shift();
    lines.delete(network);
    if (line.length > 0) lines.set(network, line);
    if (lines.size === 0) waiting.delete(caller);
    return start && { ...start, sender: senderOf(caller, network) };
  };

  const begin = (caller: string) => {
    const start = takeNext(caller);
    const count = begun.get(caller) ?? present;
    // It never goes back: who comes anew would otherwise pass those that have waited longer.
    present = Math.max(present, count);
    const weight = start?.weight ?? 1;
    begun.set(caller, count + weight);
    startsLeft -= 1;
    if (start === undefined) return;
    note(caller, start.sender, weight);
    start.begin(countAnswer(caller), goesElsewhere(caller, start.sender));
  };

  const countAnswer = (caller: string) => {
    unanswered.set(caller, (unanswered.get(caller) ?? 0) + 1);
    let isCounted = true;
    const onAnswered = () => {
      if (!isCounted) return;
      isCounted = false;
      clearTimeout(late);
      const left = (unanswered.get(caller) ?? 1) - 1;
      if (left === 0) unanswered.delete(caller);
      else unanswered.set(caller, left);
      work();
    };
    const late = setTimeout(onAnswered, LONG_MS);
    return onAnswered;
  };

  const work = () => {
    for (let caller = next(); caller !== undefined && startsLeft > 0; caller = next()) begin(caller);
    if (waiting.size > 0) wakeLater();
    if (isTurnAhead || startsLeft === STARTS_A_TURN) return;
    isTurnAhead = true;
    setImmediate(() => {
      isTurnAhead = false;
      startsLeft = STARTS_A_TURN;
      work();
    });
  };

  /** What is held begins when it has waited long enough, also when no answer comes meanwhile. */
  const wakeLater = () => {
    if (isWakeAhead) return;
    isWakeAhead = true;
    setTimeout(() => {
      isWakeAhead = false;
      work();
    }, AHEAD.everyMs).unref();
  };

  const forget = () => {
    for (const [caller, count] of begun) if (count <= present && !waiting.has(caller)) begun.delete(caller);
    for (const caller of lately.keys()) if (!begun.has(caller)) lately.delete(caller);
  };

  return {
    enter({ caller, network, bytes }, begin) {
      const start = { begin, weight: Math.min(1 + Math.max(0, bytes) / BYTES_OF_A_REQUEST, MAX_WEIGHT) };
      const lines = waiting.get(caller);
      const line = lines?.get(network);
      if (lines === undefined) {
        begun.set(caller, Math.max(begun.get(caller) ?? 0, present));
        waiting.set(caller, new Map([[network, [start]]]));
      } else if (line === undefined) lines.set(network, [start]);
      else line.push(start);
      if (begun.size > MAX_REMEMBERED) forget();
      work();
    },
  };
}

const NEVER = Number.NEGATIVE_INFINITY;

/** What a caller began lately, as it stood when it began the last one. */
type Lately = { requests: number; atMs: number };

function requestsOf(lately: Lately | undefined, nowMs: number): number {
  return lately === undefined ? 0 : lately.requests * Math.exp((lately.atMs - nowMs) / LATELY_MS);
}

/** What one network of a caller began, as it stood when it began the last one, and when it last sent a lot. */
type Steadily = { requests: number; atMs: number; aLotAtMs: number };

const senderOf = (caller: string, network: string) => `${caller} ${network}`;

function steadyOf(steadily: Steadily | undefined, nowMs: number): number {
  return steadily === undefined ? 0 : steadily.requests * Math.exp((steadily.atMs - nowMs) / STEADILY_MS);
}
