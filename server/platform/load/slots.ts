import { busy } from '../http/errors.ts'

/** Limits concurrent work; `run` throws `busy` when the queue is full or the wait too long, and starts nothing. */
export function createSlots(limits: { atOnce: number; maxWaiting?: number; queueTimeoutMs?: number }): {
  run<T>(task: () => Promise<T>): Promise<T>
} {
  const { atOnce, maxWaiting = Number.POSITIVE_INFINITY, queueTimeoutMs } = limits
  const queue = new Set<() => void>()
  let free = atOnce

  function waitForSlot(): Promise<void> {
    if (queue.size >= maxWaiting) return Promise.reject(busy())
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      const giveUp = () => {
        queue.delete(start)
        reject(busy())
      }
      const timer = queueTimeoutMs === undefined ? undefined : setTimeout(giveUp, queueTimeoutMs)
      queue.add(start)
    })
  }

  return {
    async run(task) {
      if (free > 0) free--
      else await waitForSlot()
      try {
        return await task()
      } finally {
        // The slot goes directly to the next task.
        const [next] = queue
        if (next) {
          queue.delete(next)
          next()
        } else free++
      }
    },
  }
}
