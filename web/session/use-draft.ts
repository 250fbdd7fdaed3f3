import { type ComponentProps, useState } from 'react'
import { useAppDispatch } from '../api/app-store.ts'
import type { DraftOffer } from './draft-offer.tsx'
import { readDraft, readKeptDraft, writeDraft } from './form-drafts.ts'
import type { KeptDraft } from './stored-drafts.ts'
import { useUnsavedForm } from './unsaved-forms.ts'

type Texts = Readonly<Record<string, string>>

interface Draft<Values extends Texts> {
  values: Values
  change: (values: Values) => void
  /** Deletes what was typed, as it was sent. */
  discard: () => void
  /** For a `DraftOffer` beside the fields. */
  offer: ComponentProps<typeof DraftOffer>
}

/**
 * Returns the values of a few fields, of a dialog say, which are kept as drafts are until they are sent: when the dialog is
 * closed, the page is reloaded or the request fails. `name` is that of the draft. Not for passwords and codes.
 */
export function useDraft<Values extends Texts>(name: string, initial: Values): Draft<Values> {
  const dispatch = useAppDispatch()
  const [first] = useState(initial)
  const [values, setValues] = useState<Values>(() => withTexts(first, dispatch(readDraft(name))))
  const { kept, take, discard: discardKept } = useKeptDraft(name)
  const discard = () => dispatch(writeDraft(name, undefined))
  useUnsavedForm({ isDirty: () => dispatch(readDraft(name)) !== undefined, discard })

  function change(typed: Values): void {
    setValues(typed)
    const isChanged = Object.keys(first).some((field) => typed[field] !== first[field])
    dispatch(writeDraft(name, isChanged ? typed : undefined))
  }

  function restore(stored: unknown): void {
    change(withTexts(first, stored))
    take()
  }

  return { values, change, discard, offer: { kept, onRestore: restore, onDiscard: discardKept } }
}

function withTexts<Values extends Texts>(values: Values, stored: unknown): Values {
  if (typeof stored !== 'object' || stored === null) return values
  const texts = Object.entries(stored).filter(([field, value]) => field in values && typeof value === 'string')
  return { ...values, ...Object.fromEntries(texts) }
}

interface OfferedDraft {
  /** The draft that a tab left behind, until it is taken or discarded; null when there is none. */
  kept: KeptDraft | null
  /** Hides it. */
  take: () => void
  /** Deletes it. */
  discard: () => void
}

/** Returns what the user typed into a form in a tab that has ended since, for a `DraftOffer`. */
export function useKeptDraft(form: string): OfferedDraft {
  const dispatch = useAppDispatch()
  const [kept, setKept] = useState(() => dispatch(readKeptDraft(form)))
  const take = () => setKept(null)
  const discard = () => {
    dispatch(writeDraft(form, undefined))
    take()
  }
  return { kept, take, discard }
}
