import toast, { Toaster } from 'react-hot-toast'
import { Link } from './link.tsx'

const DURATION_MS = 3000
const MAX_WIDTH_PX = 350

/** Shows a short success message for three seconds. One with an `id` replaces the last one with the same `id`. */
export function showSuccess(text: string, id?: string): void {
  toast.success(text, id === undefined ? {} : { id })
}

/** Shows a short success message for three seconds, with a link to where it leads. */
export function showSuccessWithLink(text: string, link: { text: string; to: string }): void {
  toast.success(
    <span className="flex flex-wrap items-center gap-x-3">
      <span>{text}</span>
      <Link to={link.to} className="py-1 font-medium text-brand-strong underline underline-offset-2">
        {link.text}
      </Link>
    </span>,
  )
}

/** Removes a message that is not true any more. */
export function hideSuccess(id: string): void {
  toast.remove(id)
}

/** Shows a short failure message for three seconds. */
export function showError(text: string): void {
  toast.error(text)
}

/**
 * Shows a short failure message for three seconds beside an alert that stays where it happened: screen readers read the
 * alert alone.
 */
export function showErrorOfAlert(text: string): void {
  toast.error(text, { ariaProps: { role: 'status', 'aria-live': 'off' } })
}

/** The area in which toasts appear; once per layout. The library shows at most 20 and removes each 1000 ms after it ends. */
export function ToastArea() {
  return (
    <Toaster
      position="bottom-right"
      toastOptions={{
        duration: DURATION_MS,
        style: {
          maxWidth: MAX_WIDTH_PX,
          background: 'var(--color-surface)',
          color: 'var(--color-ink)',
          border: '1px solid var(--color-line)',
          overflowWrap: 'anywhere',
        },
        success: { duration: DURATION_MS },
        error: { duration: DURATION_MS, ariaProps: { role: 'alert', 'aria-live': 'assertive' } },
      }}
    />
  )
}
