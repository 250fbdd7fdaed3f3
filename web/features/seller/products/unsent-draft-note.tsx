import { productFormMessages } from '../../../../shared/catalog/product-form-messages.ts'
import { formMessages } from '../../../../shared/kernel/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { passFocusOn } from '../../../ui/page.tsx'
import type { UnsentDraft } from './unsent-draft.ts'

/** Says that unsaved changes were restored and what to check, with a button to discard them. */
export function UnsentDraftNote({ draft, onDiscard }: { draft: UnsentDraft; onDiscard: () => void }) {
  return (
    <div
      ref={passFocusOn}
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-xl bg-info-tint px-4 py-3 text-info lg:col-span-2"
    >
      <div className="grid min-w-0 gap-1">
        <p className="font-medium">{formMessages.draftRestored}</p>
        {draft.lacksPictures && <p>{productFormMessages.draftWithoutPictures}</p>}
      </div>
      <Button variant="secondary" size="small" onClick={onDiscard}>
        {formMessages.discardDraft}
      </Button>
    </div>
  )
}
