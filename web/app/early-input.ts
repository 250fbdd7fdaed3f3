import type { AppStore } from '../api/app-store.ts'

type Typed = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

declare global {
  /** User input before hydration. */
  type EarlyEvent =
    | { type: 'click'; element: HTMLElement }
    | { type: 'check'; element: HTMLInputElement; checked: boolean }
    | { type: 'text'; element: Typed; value: string }
    | { type: 'submit'; form: HTMLFormElement; submitter: HTMLElement | null }

  interface Window {
    /** Set by `web/early-input.ts`, which captures and stops input events until `end` is called. */
    earlyInput?: {
      /** Replays the oldest captured input. */
      repeatNext: () => void
      isOver: () => boolean
      end: () => void
    }
  }
}

/**
 * Returns a function that replays early input in order once hydration is done and the session is known, including input that
 * arrives meanwhile. React itself loses changes of checkboxes and selects during hydration.
 */
export function takeEarlyInput(): (store: AppStore) => Promise<void> {
  const early = window.earlyInput
  if (!early) {
    // The capturing script may run after this module.
    window.earlyInput = { repeatNext() {}, isOver: () => true, end() {} }
    return async () => {}
  }
  return async (store) => {
    await untilSessionKnown(store)
    while (!early.isOver()) {
      early.repeatNext()
      // Lets React render the effect of one event before the next.
      await new Promise((resolve) => setTimeout(resolve))
    }
    early.end()
  }
}

function untilSessionKnown(store: AppStore): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!store.getState().auth.ready) return
      unsubscribe()
      // Waits for the render with the session.
      setTimeout(resolve)
    }
    const unsubscribe = store.subscribe(check)
    check()
  })
}
