import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import { useAppDispatch } from '../api/app-store.ts'
import { type CheckedForm, type CheckedFormOptions, useCheckedForm } from '../ui/form/use-checked-form.ts'
import { readDraft, writeDraft } from './form-drafts.ts'
import { useUnsavedForm } from './unsaved-forms.ts'
import { type DraftOffer, type Texts, textsOf } from './use-draft.tsx'

interface DraftedForm<Values extends Texts> extends CheckedForm<Values> {
  /** Deletes the draft. */
  discard: () => void
  /** Fills the form with what was saved, for `send`. What was typed since it was sent stays, as a change that is not saved. */
  showSaved: (sent: Values, saved: Values) => void
  /** For a `DraftOffer` in the form. */
  offer: ComponentProps<typeof DraftOffer>
}

/**
 * A checked form of text fields that stores what the user typed as a draft until it is sent or discarded, asks before it is
 * left, and offers the draft of a closed tab. `name` is that of the draft. Not for passwords and codes.
 */
export function useDraftedForm<Values extends Texts>(
  name: string,
  { defaultValues, send, ...options }: CheckedFormOptions<Values> & { defaultValues: Values },
): DraftedForm<Values> {
  const dispatch = useAppDispatch()
  const [draft] = useState(() => textsOf(dispatch(readDraft(name)), defaultValues))
  const isDirty = useRef(Object.keys(draft).length > 0)
  const typedMeanwhile = useRef<Texts>({})
  function storeChanges(changes: Texts): void {
    isDirty.current = Object.keys(changes).length > 0
    dispatch(writeDraft(name, isDirty.current ? changes : undefined))
  }
  const discard = () => storeChanges({})
  const checked = useCheckedForm<Values>({
    ...options,
    defaultValues: { ...defaultValues, ...draft } as DefaultValues<Values>,
    async send(values) {
      typedMeanwhile.current = {}
      const problem = await send(values)
      if (problem === null) storeChanges(typedMeanwhile.current)
      return problem
    },
  })
  function showSaved(sent: Values, saved: Values): void {
    typedMeanwhile.current = changesOf(checked.form.getValues(), sent)
    checked.form.reset({ ...saved, ...typedMeanwhile.current })
    // The page may be left now.
    storeChanges(typedMeanwhile.current)
  }
  // Without the other fields, which someone else may change before the draft is restored.
  const store = (values: Values) => storeChanges(changesOf(values, defaultValues))
  useFormChanges(checked.form, store)
  useUnsavedForm({ isDirty: () => isDirty.current, discard })

  function restore(values: unknown): void {
    const restored: Values = { ...defaultValues, ...textsOf(values, defaultValues) }
    checked.form.reset(restored)
    store(restored)
  }
  return { ...checked, discard, showSaved, offer: { name, onRestore: restore } }
}

/** Returns the fields whose texts differ from those before. */
export function changesOf(values: Texts, before: Texts): Texts {
  return Object.fromEntries(Object.entries(values).filter(([field, value]) => value !== before[field]))
}

/** Calls `onChange` with all values after each change of a form's value, without rendering. */
export function useFormChanges<Values extends FieldValues>(
  { subscribe }: UseFormReturn<Values>,
  onChange: (values: Values) => void,
): void {
  const changed = useEffectEvent(onChange)
  useEffect(() => subscribe({ formState: { values: true }, callback: ({ values }) => changed(values) }), [subscribe])
}
