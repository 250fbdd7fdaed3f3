/** Runs tasks one after the other. */
export interface TaskQueue {
  /** Runs a task after all that were added before it; returns its result. */
  run<Result>(task: () => Promise<Result>): Promise<Result>
}

declare module '../../api/app-store.ts' {
  interface AppServices {
    /** For calls that write the buyer's cart: they go in the order in which the user acted. */
    cartQueue: TaskQueue
  }
}

/** Returns an empty queue. */
export function createQueue(): TaskQueue {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run: (task) => {
      const result = last.then(task)
      last = result.catch(() => {})
      return result
    },
  }
}
