import { type ComponentType, useEffect, useState } from 'react'
import { loadCode } from '../load-code.ts'
import type { Toast } from './toaster.tsx'

/** Toasts are loaded on first use: the first view does not need them. */
const SIGNS_OF_USE = ['pointerdown', 'keydown', 'toast'] as const

// Optional: the page itself says what a toast says.
const loadToaster = () => loadCode(() => import('./toaster.tsx'), true)

function show(toast: Toast): void {
  dispatchEvent(new Event('toast'))
  loadToaster().then((loaded) => loaded.show(toast), console.error)
}

/** Shows a short success message for three seconds. One with an `id` replaces the last one with the same `id`. */
export function showSuccess(text: string, id?: string): void {
  show({ kind: 'success', text, id })
}

/** Shows a short success message for three seconds, with a link to where it leads. */
export function showSuccessWithLink(text: string, link: { text: string; to: string }): void {
  show({ kind: 'success', text, link })
}

/** Removes a toast that is out of date. */
export function hideSuccess(id: string): void {
  // In the order of the calls: a toast may still be loading.
  loadToaster().then(({ hide }) => hide(id), console.error)
}

/** Shows a short failure message for three seconds. */
export function showError(text: string): void {
  show({ kind: 'error', text })
}

/**
 * Shows a short failure message for three seconds that repeats an alert on the page, where it happened: screen readers read
 * the alert only.
 */
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
    // Used before this layout was mounted.
    if (navigator.userActivation?.hasBeenActive) load()
    return () => {
      for (const sign of SIGNS_OF_USE) removeEventListener(sign, load)
    }
  }, [])
  return Toaster ? <Toaster /> : null
}
