import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The space for new objects, of which there are two. With V8's own limit, four times as much, pages are no faster. */
const NEW_SPACE_BYTES = 16 * 1024 * 1024
/** Growth of the rest of the heap before it is collected, in percent; V8 would allow several times what is in use. */
const GROWTH_PERCENT = 60

/**
 * Keeps the heap near what is in use under load, too, while V8 by itself lets it grow to several times that before it
 * collects. V8 takes most limits at the start of a process only; these two flags have an effect at any time.
 * The space for new objects grows from the call of the returned function on: the modules that a start loads would make it
 * several times as large as wanted before anything here can run, and they stay, so a large one does not speed up the start.
 */
export function boundHeap(): () => void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`)
  let factor = 0
  const growBy = (wanted: number) => {
    if (wanted !== factor) setFlagsFromString(`--semi-space-growth-factor=${wanted}`)
    factor = wanted
  }
  growBy(1)
  return () => {
    const adapt = () => {
      const newSpace = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
      growBy((newSpace?.space_size ?? 0) < NEW_SPACE_BYTES ? 2 : 1)
    }
    adapt()
    new PerformanceObserver(adapt).observe({ entryTypes: ['gc'] })
  }
}

const EVERY_MS = 5_000
/** At a lower share of one processor, a process is idle: a pause of a tenth of a second then delays no request. */
const IDLE_SHARE = 0.02
/** Less is not worth the collector's pause. */
const MIN_GROWTH_BYTES = 12 * 1024 * 1024

/** Gives memory back to the system once idle, as V8 by itself keeps the heap as large as it was. */
export function giveBackMemory({ everyMs = EVERY_MS } = {}): void {
  // A program gets V8's collector by this flag only.
  setFlagsFromString('--expose-gc')
  const collect: NodeJS.GCFunction = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  let cpu = process.cpuUsage()
  let since = performance.now()
  let smallest = 0
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(cpu)
    const share = (user + system) / 1000 / (performance.now() - since)
    if (share < IDLE_SHARE && heapBytes() > smallest + MIN_GROWTH_BYTES) {
      // The one that leaves no page unused.
      collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
      smallest = heapBytes()
    }
    cpu = process.cpuUsage()
    since = performance.now()
  }, everyMs)
  timer.unref()
}

function heapBytes(): number {
  const { heapTotal, external } = process.memoryUsage()
  return heapTotal + external
}
