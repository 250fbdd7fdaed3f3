import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const EVERY_MS = 5_000
/** At a lower share of one processor, a process is idle: a pause of a tenth of a second then delays no request. */
const IDLE_SHARE = 0.02
/** Less is not worth the collector's pause. */
const MIN_GROWTH_BYTES = 12 * 1024 * 1024

/** Gives memory back to the system once idle, as V8 by itself keeps the heap as large as it was. */
export function giveBackMemory({ everyMs = EVERY_MS } = {}): void {
  const collect = openCollector()
  let cpu = process.cpuUsage()
  let since = performance.now()
  let smallest = 0
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(cpu)
    const share = (user + system) / 1000 / (performance.now() - since)
    if (share < IDLE_SHARE && heapBytes() > smallest + MIN_GROWTH_BYTES) {
      collect()
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

/** Returns V8's collector that leaves no page unused, which a program gets by this flag only. */
function openCollector(): () => void {
  setFlagsFromString('--expose-gc')
  const gc: NodeJS.GCFunction = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  return () => void gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
