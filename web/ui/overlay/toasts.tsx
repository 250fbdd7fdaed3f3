import { type ComponentType, useEffect, useState } from 'react'
import { loadCode } from '../load-code.ts'
import type { Toast } from './toaster.tsx'

/** Toasts are loaded on first use: the first view does not need them. */
const SIGNS_OF_USE = ['pointerdown', 'keydown', 'toast'] as const

// Without its code a message is not shown; what it is about stands on the page as well.
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

/** Removes a message that is not true any more. */
export function hideSuccess(id: string): void {
  // One that was just asked for appears before this.
  loadToaster().then(({ hide }) => hide(id), console.error)
}

/** Shows a short failure message for three seconds. */
export function showError(text: string): void {
  show({ kind: 'error', text })
}

/**
 * Shows a short failure message for three seconds beside an alert that stays where it happened: screen readers read the
 * alert alone.
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
    // Before this layout was shown, say.
    if (navigator.userActivation?.hasBeenActive) load()
    return () => {
      for (const sign of SIGNS_OF_USE) removeEventListener(sign, load)
    }
  }, [])
  return Toaster ? <Toaster /> : null
}
