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
    /** Ends the noting of early input and returns it, oldest first; set by `web/early-input.ts`. */
    takeEarlyInput?: () => EarlyEvent[]
  }
}

/**
 * Ends the noting of early input; returns a function that repeats it once React and the session are there. From the moment
 * of the call React itself keeps what is pressed.
 */
export function takeEarlyInput(): (store: AppStore) => Promise<void> {
  const events = window.takeEarlyInput?.() ?? []
  window.takeEarlyInput = () => []
  return async (store) => {
    if (!events.length) return
    await untilSessionKnown(store)
    for (const event of events) {
      repeat(event)
      // React shows the effect of one event before the next one happens.
      await new Promise((resolve) => setTimeout(resolve))
    }
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

function repeat(event: EarlyEvent): void {
  const element = event.type === 'submit' ? event.form : event.element
  if (!element.isConnected) return
  if (event.type === 'click') event.element.click()
  else if (event.type === 'submit') event.form.requestSubmit(event.submitter)
  else if (event.type === 'check') {
    event.element.checked = !event.checked
    event.element.click()
  } else enter(event.element, event.value)
}

/** Enters a text as typing does: React notices a change only when the value it knows differs. */
function enter(element: Typed, value: string): void {
  element.value = ''
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')?.set?.call(element, value)
  const type = element instanceof HTMLSelectElement ? 'change' : 'input'
  element.dispatchEvent(new Event(type, { bubbles: true }))
}
