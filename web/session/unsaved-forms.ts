import { useEffect, useEffectEvent } from 'react'
import { type AppThunk, useAppDispatch } from '../api/app-store.ts'
import { loadCode } from '../ui/load-code.ts'

/** A form on the page that may have unsaved changes. */
interface UnsavedForm {
  isDirty: () => boolean
  /** Deletes the draft of the changes. Called when the user decides to leave without saving. */
  discard: () => void
  /** The changes have no draft that returns with the form on the same page. */
  isWithoutDraft?: boolean
}

/** The user's pending action. */
export type Leaving = 'page' | 'logout'

/** The forms on the page, and how the layout asks about their unsaved changes. */
export interface UnsavedForms {
  forms: Set<UnsavedForm>
  /** Called before a logout to send pending changes; each resolves to whether they were saved. */
  unsent: Set<() => Promise<boolean>>
  /** Resolves to whether to leave. */
  ask: ((leaving: Leaving) => Promise<boolean>) | null
}

declare module '../api/app-store.ts' {
  interface AppServices {
    unsavedForms: UnsavedForms
  }
}

/** Returns an `UnsavedForms` without forms. */
export function createUnsavedForms(): UnsavedForms {
  return { forms: new Set(), unsent: new Set(), ask: null }
}

/** Makes links, Back, closing the tab and logging out ask first while the form has unsaved changes. */
export function useUnsavedForm({ isDirty, discard, isWithoutDraft = false }: UnsavedForm): void {
  const dispatch = useAppDispatch()
  const isDirtyNow = useEffectEvent(isDirty)
  const discardNow = useEffectEvent(discard)
  useEffect(() => {
    const form: UnsavedForm = { isDirty: () => isDirtyNow(), discard: () => discardNow(), isWithoutDraft }
    const forms = dispatch(formsOnPage())
    // Preloaded, as it could not be loaded offline when it is needed.
    loadCode(() => import('../ui/overlay/confirm-dialog.tsx'), true).catch(() => {})
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (!window.isReloading && isDirtyNow()) event.preventDefault()
    }
    forms.add(form)
    addEventListener('beforeunload', onBeforeUnload)
    return () => {
      forms.delete(form)
      removeEventListener('beforeunload', onBeforeUnload)
    }
  }, [dispatch, isWithoutDraft])
}

/** Returns whether a form on the page has unsaved changes, or such without a draft. */
export function hasUnsavedForm(onlyWithoutDraft = false): AppThunk<boolean> {
  return (dispatch) =>
    [...dispatch(formsOnPage())].some((form) => (form.isWithoutDraft || !onlyWithoutDraft) && form.isDirty())
}

/** Deletes the drafts of the unsaved changes on the page. */
export function discardUnsavedForms(): AppThunk<void> {
  return (dispatch) => {
    for (const { discard } of dispatch(formsOnPage())) discard()
  }
}

/** Asks before leaving when there are unsaved changes; returns whether to leave. */
export function confirmLeaving(leaving: Leaving): AppThunk<Promise<boolean>> {
  return async (dispatch, _getState, { unsavedForms }) => {
    if (!unsavedForms.ask || !dispatch(hasUnsavedForm())) return true
    return unsavedForms.ask(leaving)
  }
}

/** Sets how the layout asks; null when the layout is unmounted. */
export function askBeforeLeaving(ask: UnsavedForms['ask']): AppThunk<void> {
  return (_dispatch, _getState, { unsavedForms }) => {
    unsavedForms.ask = ask
  }
}

function formsOnPage(): AppThunk<Set<UnsavedForm>> {
  return (_dispatch, _getState, { unsavedForms }) => unsavedForms.forms
}
