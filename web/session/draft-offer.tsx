import { useState } from 'react'
import { formMessages } from '../../shared/kernel/messages.ts'
import { useAppDispatch } from '../api/app-store.ts'
import { Button } from '../ui/button.tsx'
import { Sentence } from '../ui/text.tsx'
import { LocalDate } from '../ui/values.tsx'
import { readDraftCopy, writeDraft } from './form-drafts.ts'

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
