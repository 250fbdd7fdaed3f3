import { formMessages } from '../../shared/kernel/messages.ts'
import { Button } from '../ui/button.tsx'
import { Sentence } from '../ui/text.tsx'
import { LocalDate } from '../ui/values.tsx'
import type { KeptDraft } from './stored-drafts.ts'

interface DraftOfferProps {
  kept: KeptDraft | null
  onRestore: (values: unknown) => void
  onDiscard: () => void
}

/** Offers to restore unsaved changes of a closed tab. */
export function DraftOffer({ kept, onRestore, onDiscard }: DraftOfferProps) {
  if (!kept) return null
  const date = <LocalDate at={new Date(kept.savedAt).toISOString()} precise />
  return (
    <div
      role="status"
      className="flex w-full flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-xl bg-info-tint px-4 py-3 text-info lg:col-span-full"
    >
      <p className="font-medium">
        <Sentence text={formMessages.draftFound} parts={{ date }} />
      </p>
      <div className="flex flex-wrap gap-3">
        <Button size="small" onClick={() => onRestore(kept.values)}>
          {formMessages.restoreDraft}
        </Button>
        <Button variant="secondary" size="small" onClick={onDiscard}>
          {formMessages.discardDraft}
        </Button>
      </div>
    </div>
  )
}
