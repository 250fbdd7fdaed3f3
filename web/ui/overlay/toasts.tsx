import { type ComponentType, useEffect, useState } from 'react'
import { loadCode } from '../load-code.ts'
import type { Toast } from './toaster.tsx'

/** The first signs of use, which load the toasts: the first view does not need them. */
const SIGNS_OF_USE = ['pointerdown', 'keydown', 'toast'] as const

// Optional: the page itself has the text of each toast.
const loadToaster = () => loadCode(() => import('./toaster.tsx'), true)

function show(toast: Toast): void {
  dispatchEvent(new Event('toast'))
  loadToaster().then((loaded) => loaded.show(toast), console.error)
}

/** Shows a short success message for three seconds. One with an `id` replaces the last one with the same `id`. */
export function showSuccess(text: string, id?: string): void {
  show({ kind: 'success', text, id })
}

/** Shows a short success message with a link for three seconds. */
export function showSuccessWithLink(text: string, link: { text: string; to: string }): void {
  show({ kind: 'success', text, link })
}

/** Removes a stale toast. */
export function hideSuccess(id: string): void {
  // In the order of calls: a toast may still be loading.
  loadToaster().then(({ hide }) => hide(id), console.error)
}

/** Shows a short failure message for three seconds. */
export function showError(text: string): void {
  show({ kind: 'error', text })
}

/** Shows a short failure message for three seconds that repeats an alert on the page: screen readers read only the alert. */
export function showErrorOfAlert(text: string): void {
  show({ kind: 'error', text, beside: true })
}

/** The area in which toasts appear; once per layout. */
export function ToastArea() {
  const [Toaster, setToaster] = useState<ComponentType>()
  useEffect(() => {
    const load = () => {
      loadToaster().then((loaded) => setToaster(() => loaded.Toaster), console.error)
    }
    for (const sign of SIGNS_OF_USE) addEventListener(sign, load, { once: true })
    // The user was active before this layout was mounted.
    if (navigator.userActivation?.hasBeenActive) load()
    return () => {
      for (const sign of SIGNS_OF_USE) removeEventListener(sign, load)
    }
  }, [])
  return Toaster ? <Toaster /> : null
}
