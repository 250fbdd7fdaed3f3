import { useEffect } from 'react'
import { showErrorOfAlert } from './toasts.tsx'

/** Shows a toast for each failure that an alert on the page shows; `error` is a new value for each failure. */
export function useFailureToast(error: unknown, text: string | null): void {
  useEffect(() => {
    if (error && text !== null) showErrorOfAlert(text)
  }, [error, text])
}
