import { type ChangeEvent, type ComponentProps, useState } from 'react'
import { formMessages } from '../../shared/kernel/messages.ts'
import { useAppDispatch } from '../api/app-store.ts'
import { Button } from '../ui/button.tsx'
import { Sentence } from '../ui/text.tsx'
import { LocalDate } from '../ui/values.tsx'
import { readDraft, readDraftCopy, writeDraft } from './form-drafts.ts'
import { useUnsavedForm } from './unsaved-forms.ts'

export type Texts = Readonly<Record<string, string>>

/** The props of a field for a value of a draft. */
export interface DraftField {
  name: string
  value: string
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void
}

interface Draft<Values extends Texts> {
  values: Values
  change: (values: Values) => void
  /** Returns the props of the field for a value. */
  field: (name: keyof Values & string) => DraftField
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
  const filledIn = (stored: unknown): Values => ({ ...first, ...textsOf(stored, first) })
  const [values, setValues] = useState<Values>(() => filledIn(dispatch(readDraft(name))))
  const discard = () => dispatch(writeDraft(name, undefined))
  useUnsavedForm({ isDirty: () => dispatch(readDraft(name)) !== undefined, discard })

  function change(typed: Values): void {
    setValues(typed)
    const isChanged = Object.keys(first).some((field) => typed[field] !== first[field])
    dispatch(writeDraft(name, isChanged ? typed : undefined))
  }

  const field = (of: keyof Values & string): DraftField => ({
    name: of,
    value: values[of] ?? '',
    onChange: ({ target }) => change({ ...values, [of]: target.value }),
  })

  return { values, change, field, discard, offer: { name, onRestore: (stored) => change(filledIn(stored)) } }
}

/** Returns the texts of a stored draft for these fields. */
export function textsOf(stored: unknown, fields: Texts): Texts {
  if (typeof stored !== 'object' || stored === null) return {}
  const texts = Object.entries(stored).filter(([field, value]) => field in fields && typeof value === 'string')
  return Object.fromEntries(texts)
}

interface DraftOfferProps {
  /** The draft's name. */
  name: string
  /** Fills the form with the values, which it stores as this tab's draft. */
  onRestore: (values: unknown) => void
  /** Called before the draft is deleted. */
  onDiscard?: () => void
}

/** Offers to restore the user's input in a form from a tab that was closed. */
export function DraftOffer({ name, onRestore, onDiscard }: DraftOfferProps) {
  const dispatch = useAppDispatch()
  const [copy, setCopy] = useState(() => dispatch(readDraftCopy(name)))
  if (!copy) return null

  function restore(values: unknown): void {
    onRestore(values)
    setCopy(null)
  }

  function discard(): void {
    onDiscard?.()
    dispatch(writeDraft(name, undefined))
    setCopy(null)
  }

  const date = <LocalDate at={new Date(copy.savedAt).toISOString()} precise />
  return (
    <div
      role="status"
      className="flex w-full flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-field bg-info-tint px-4 py-3 text-info lg:col-span-full"
    >
      <p className="font-medium">
        <Sentence message={formMessages.draftFound} values={{ date }} />
      </p>
      <div className="flex flex-wrap gap-3">
        <Button size="small" onClick={() => restore(copy.values)}>
          {formMessages.restoreDraft}
        </Button>
        <Button variant="secondary" size="small" onClick={discard}>
          {formMessages.discardDraft}
        </Button>
      </div>
    </div>
  )
}
