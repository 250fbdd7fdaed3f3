import toast, { Toaster } from 'react-hot-toast'

const DURATION_MS = 3000

/** Shows a short success message for three seconds. */
export function showSuccess(text: string): void {
  toast.success(text)
}

/** Shows a short failure message for three seconds. */
export function showError(text: string): void {
  toast.error(text)
}

/** Where messages appear; once per layout. The library shows at most 20, at most 350 px wide, removed after 1000 ms. */
export function ToastArea() {
  return (
    <Toaster
      position="bottom-right"
      toastOptions={{
        duration: DURATION_MS,
        className: 'toast',
        success: { duration: DURATION_MS },
        error: { duration: DURATION_MS, ariaProps: { role: 'alert', 'aria-live': 'assertive' } },
      }}
    />
  )
}
