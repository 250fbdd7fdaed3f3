import toast, { Toaster as ToastLibrary } from 'react-hot-toast'
import { Link } from './link.tsx'
import type { Toast } from './toasts.tsx'

const DURATION_MS = 3000
const MAX_WIDTH_PX = 350

/** Shows a message for three seconds, in the place of the one with the same id. */
export function show({ kind, text, id, link, beside }: Toast): void {
  const options = {
    ...(id !== undefined && { id }),
    ...(beside && { ariaProps: { role: 'status', 'aria-live': 'off' } as const }),
  }
  const content = link ? (
    <span className="flex flex-wrap items-center gap-x-3">
      <span>{text}</span>
      <Link to={link.to} className="py-1 font-medium text-brand-strong underline underline-offset-2">
        {link.text}
      </Link>
    </span>
  ) : (
    text
  )
  toast[kind](content, options)
}

/** Removes a message. */
export function hide(id: string): void {
  toast.remove(id)
}

/** The messages that are shown. The library shows at most 20 and removes each 1000 ms after it ends. */
export function Toaster() {
  return (
    <ToastLibrary
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
