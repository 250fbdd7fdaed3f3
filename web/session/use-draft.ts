import { type ComponentProps, useState } from 'react'
import { useAppDispatch } from '../api/app-store.ts'
import type { DraftOffer } from './draft-offer.tsx'
import { readDraft, writeDraft } from './form-drafts.ts'
import { useUnsavedForm } from './unsaved-forms.ts'

type Texts = Readonly<Record<string, string>>

interface Draft<Values extends Texts> {
  values: Values
  change: (values: Values) => void
  /** Deletes the draft after it was sent. */
  discard: () => void
  /** For a `DraftOffer` beside the fields. */
  offer: ComponentProps<typeof DraftOffer>
}

/**
 * Returns the values of a few fields, e.g. of a dialog. They are stored as a draft until they are sent, and outlive the dialog,
 * a reload and a failed request. `name` is that of the draft. Not for passwords and codes.
 */
export function useDraft<Values extends Texts>(name: string, initial: Values): Draft<Values> {
  const dispatch = useAppDispatch()
  const [first] = useState(initial)
  const [values, setValues] = useState<Values>(() => withTexts(first, dispatch(readDraft(name))))
  const discard = () => dispatch(writeDraft(name, undefined))
  useUnsavedForm({ isDirty: () => dispatch(readDraft(name)) !== undefined, discard })

  function change(typed: Values): void {
    setValues(typed)
    const isChanged = Object.keys(first).some((field) => typed[field] !== first[field])
    dispatch(writeDraft(name, isChanged ? typed : undefined))
  }

  return { values, change, discard, offer: { name, onRestore: (stored) => change(withTexts(first, stored)) } }
}

function withTexts<Values extends Texts>(values: Values, stored: unknown): Values {
  if (typeof stored !== 'object' || stored === null) return values
  const texts = Object.entries(stored).filter(([field, value]) => field in values && typeof value === 'string')
  return { ...values, ...Object.fromEntries(texts) }
}
