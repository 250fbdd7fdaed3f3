import { useState } from 'react'
import type { DefaultValues } from 'react-hook-form'
import { useAppDispatch } from '../api/app-store.ts'
import { type CheckedForm, type CheckedFormOptions, useCheckedForm } from '../ui/form/use-checked-form.ts'
import { useFormChanges } from '../ui/form/use-form-changes.ts'
import { readDraft, writeDraft } from './form-drafts.ts'

type Texts = Record<string, string>

interface DraftedForm<Values extends Texts> extends CheckedForm<Values> {
  /** Deletes what was typed. */
  discard: () => void
}

/**
 * A checked form of text fields that keeps what the user typed beyond the end of the session, until it is sent or
 * discarded. `name` is that of the draft. Not for passwords and codes.
 */
export function useDraftedForm<Values extends Texts>(
  name: string,
  { defaultValues, send, ...options }: CheckedFormOptions<Values> & { defaultValues: Values },
): DraftedForm<Values> {
  const dispatch = useAppDispatch()
  const [draft] = useState(() => textsOf(dispatch(readDraft(name)), defaultValues))
  const discard = () => dispatch(writeDraft(name, undefined))
  const checked = useCheckedForm<Values>({
    ...options,
    defaultValues: { ...defaultValues, ...draft } as DefaultValues<Values>,
    async send(values) {
      const text = await send(values)
      if (text === null) discard()
      return text
    },
  })
  useFormChanges(checked.form, (values) => {
    const isChanged = Object.keys(defaultValues).some((field) => values[field] !== defaultValues[field])
    dispatch(writeDraft(name, isChanged ? values : undefined))
  })
  return { ...checked, discard }
}

/** Returns the texts of a stored draft for the fields that the form has. */
function textsOf(stored: unknown, fields: Texts): Texts {
  if (typeof stored !== 'object' || stored === null) return {}
  const texts = Object.entries(stored).filter(([field, value]) => field in fields && typeof value === 'string')
  return Object.fromEntries(texts)
}
