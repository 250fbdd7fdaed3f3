import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The size of each of the two semispaces. V8's own limit, four times as much, makes pages no faster. */
const NEW_SPACE_BYTES = 16 * 1024 * 1024
/** Growth of the rest of the heap before it is collected, in percent; V8 would allow several times what is in use. */
const GROWTH_PERCENT = 60

/**
 * Keeps the heap close to the memory in use, even under load; by default V8 lets it grow to several times that before it
 * collects. V8 takes most limits only when a process starts; these two flags work at any time.
 * The space for new objects stays small until the returned function is called: the modules that a start loads would make it
 * several times too large, and as they stay in memory, a large space would not speed up the start.
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
/** Below this share of one processor a process is idle: a pause of a tenth of a second then delays no request. */
const IDLE_SHARE = 0.02
/** A smaller growth is not worth the collector's pause. */
const MIN_GROWTH_BYTES = 12 * 1024 * 1024

/** Returns memory to the system when idle, as V8 by itself keeps the heap as large as it was. */
export function releaseIdleMemory({ everyMs = EVERY_MS } = {}): void {
  // V8 exposes its collector to programs only with this flag.
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
      // The only collection that releases all unused pages.
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
