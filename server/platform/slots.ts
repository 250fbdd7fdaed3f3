import { busy } from '../platform/errors.ts'

/**
 * Lets at most `count` pieces of work run at once; the others wait in line, each for at most `patienceMs`. Who has waited
 * so long is told so by `busy`, and the work is not begun.
 */
export function createSlots(count: number, patienceMs: number): { run<T>(work: () => Promise<T>): Promise<T> } {
  const waiting = new Set<() => void>()
  let free = count

  function waitInLine(): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.delete(begin)
        reject(busy())
      }, patienceMs)
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
        const [next] = waiting
        if (next) {
          waiting.delete(next)
          next()
        } else free++
      }
    },
  }
}
