import { busy } from '../http/errors.ts'

/** Limits concurrent work; `run` throws `busy` when the queue is full or the wait too long, and starts nothing. */
export function createSlots(limits: { atOnce: number; maxWaiting?: number; queueTimeoutMs?: number }) {
  const { atOnce, maxWaiting = Number.POSITIVE_INFINITY, queueTimeoutMs } = limits
  const queue = new Set<() => void>()
  let free = atOnce

  async function waitForSlot(): Promise<void> {
    if (queue.size >= maxWaiting) throw busy()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = () => {
      queue.delete(resolve)
      reject(busy())
    }
    const timer = queueTimeoutMs === undefined ? undefined : setTimeout(giveUp, queueTimeoutMs)
    queue.add(resolve)
    await promise.finally(() => clearTimeout(timer))
  }

  return {
    async run<T>(task: () => Promise<T>): Promise<T> {
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
