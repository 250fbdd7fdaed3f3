/** How unpleasant the sandbox is: events at once, in order and once; a little late, doubled and mixed; all of it, and some lost. */
export type SandboxMode = 'calm' | 'mild' | 'rough'

interface Arrival {
  delayMs: number
  /** Not before the earlier arrivals in order of the same payment. */
  inOrder: boolean
}

/** Draws the arrivals of one event; none for one that is lost. */
export type EventSchedule = () => Arrival[]

interface Habits {
  minMs: number
  maxMs: number
  /** Shares of all events, from 0 to 1. */
  twice: number
  outOfOrder: number
  never: number
}

const HABITS: Record<SandboxMode, Habits> = {
  calm: { minMs: 0, maxMs: 0, twice: 0, outOfOrder: 0, never: 0 },
  mild: { minMs: 200, maxMs: 1_500, twice: 0.1, outOfOrder: 0.1, never: 0 },
  rough: { minMs: 0, maxMs: 30_000, twice: 0.3, outOfOrder: 0.3, never: 0.05 },
}

/** Returns the schedule of a mode; `random` is drawn five times for every event. */
export function eventSchedule(mode: SandboxMode, random: () => number): EventSchedule {
  const { minMs, maxMs, twice, outOfOrder, never } = HABITS[mode]
  const delay = () => minMs + random() * (maxMs - minMs)
  return () => {
    const [first, second] = [delay(), delay()]
    const [isTwice, isOutOfOrder, isLost] = [random() < twice, random() < outOfOrder, random() < never]
    if (isLost) return []
    // Out of order, it comes later than everything that is written up to then has a chance to.
    const arrivals = [{ delayMs: isOutOfOrder ? first + maxMs : first, inOrder: !isOutOfOrder }]
    return isTwice ? [...arrivals, { delayMs: first + second, inOrder: false }] : arrivals
  }
}
