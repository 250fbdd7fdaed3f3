/** Lets at most `count` pieces of work run at once; the others wait in line. */
export function createSlots(count: number): { run<T>(work: () => Promise<T>): Promise<T> } {
  const waiting: (() => void)[] = []
  let free = count
  return {
    async run(work) {
      if (free > 0) free--
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else free++
      }
    },
  }
}
