import { useEffect } from 'react'
import { showErrorOfAlert } from './toasts.tsx'

/** Shows each failure as a toast, too, beside the alert that says it and stays; `error` is a new value for each failure. */
export function useFailureToast(error: unknown, text: string | null): void {
  useEffect(() => {
    if (error && text !== null) showErrorOfAlert(text)
  }, [error, text])
}
