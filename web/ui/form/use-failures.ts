import { useState } from 'react'
import type { FailureNoteProps } from '../failure-note.tsx'
import { showErrorOfAlert } from '../overlay/toasts.tsx'

/** The reason why an action failed. */
export interface Failure {
  text: string
  /** Absent where a retry cannot help. */
  retry?: (() => unknown) | undefined
}

interface Failures {
  /** Shows a failure until it is cleared or replaced; `toast` is its toast, null for none. */
  report: (where: string, failure: Failure, toast?: string | null) => void
  clear: (where: string) => void
  /** Returns the props of the `FailureNote` at a place. */
  noteAt: (where: string) => Pick<FailureNoteProps, 'text' | 'onRetry'>
}

/** Returns the last failure of each place of a page, with functions to report and clear it. */
export function useFailures(): Failures {
  const [failures, setFailures] = useState<Readonly<Record<string, Failure | undefined>>>({})
  const set = (where: string, failure?: Failure) => setFailures((all) => ({ ...all, [where]: failure }))
  return {
    report(where, failure, toast = failure.text) {
      set(where, failure)
      if (toast !== null) showErrorOfAlert(toast)
    },
    clear: (where) => set(where),
    noteAt: (where) => ({ text: failures[where]?.text, onRetry: failures[where]?.retry }),
  }
}

/** Returns the failure of one place; see `useFailures`. */
export function useFailure() {
  const { report, clear, noteAt } = useFailures()
  return {
    report: (failure: Failure, toast?: string | null) => report('', failure, toast),
    clear: () => clear(''),
    note: noteAt(''),
  }
}
