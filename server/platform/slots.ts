import { busy } from './errors.ts'

/**
 * Lets at most `atOnce` pieces of work run at once; the others wait in line: at most `maxWaiting` of them, each for at
 * most `patienceMs`. Whoever finds the line full, or has waited so long, gets `busy`, and the work is not begun.
 */
export function createSlots(limits: { atOnce: number; maxWaiting?: number; patienceMs?: number }): {
  run<T>(work: () => Promise<T>): Promise<T>
} {
  const { atOnce, maxWaiting = Number.POSITIVE_INFINITY, patienceMs } = limits
  const waiting = new Set<() => void>()
  let free = atOnce

  function waitInLine(): Promise<void> {
    if (waiting.size >= maxWaiting) return Promise.reject(busy())
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const giveUp = () => {
        waiting.delete(begin)
        reject(busy())
      }
      const timer = patienceMs === undefined ? undefined : setTimeout(giveUp, patienceMs)
      waiting.add(begin)
    })
  }

  return {
    async run(work) {
      if (free > 0) free--
      else await waitInLine()
      try {
        return await work()
      } finally {
        // The place goes straight to the next one.
        const [next] = waiting
        if (next) {
          waiting.delete(next)
          next()
        } else free++
      }
    },
  }
}
