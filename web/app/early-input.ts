import type { AppStore } from '../api/app-store.ts'

type Typed = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

declare global {
  /** What a user did before the page was alive. */
  type EarlyEvent =
    | { type: 'click'; element: HTMLElement }
    | { type: 'check'; element: HTMLInputElement; checked: boolean }
    | { type: 'text'; element: Typed; value: string }
    | { type: 'submit'; form: HTMLFormElement; submitter: HTMLElement | null }

  interface Window {
    /** Set by `web/early-input.ts`, which notes input, and keeps it from the page, until `end` is called. */
    earlyInput?: {
      /** Repeats the oldest input that is noted. */
      repeatNext: () => void
      isOver: () => boolean
      end: () => void
    }
  }
}

/**
 * Returns a function that repeats early input once React and the session are there, and what is pressed meanwhile after it:
 * everything takes effect in the order in which it was done. React itself would lose a choice that is made while it compares
 * the page with its HTML.
 */
export function takeEarlyInput(): (store: AppStore) => Promise<void> {
  const early = window.earlyInput
  if (!early) {
    // The script that notes input may come late.
    window.earlyInput = { repeatNext() {}, isOver: () => true, end() {} }
    return async () => {}
  }
  return async (store) => {
    await untilSessionKnown(store)
    while (!early.isOver()) {
      early.repeatNext()
      // React shows the effect of one event before the next one happens.
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
      // After the render that shows the session.
      setTimeout(resolve)
    }
    const unsubscribe = store.subscribe(check)
    check()
  })
}
