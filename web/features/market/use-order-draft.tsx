import { useEffect, useState } from 'react'
import type { ErrorTexts } from '../../../shared/kernel/errors.ts'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import { previewMessages } from '../../../shared/previews/messages.ts'
import type { Preview } from '../../../shared/previews/schema.ts'
import { failureText } from '../../api/failure-text.ts'
import { DraftOffer, useDraft } from '../../session/use-draft.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { showSuccess } from '../../ui/overlay/toasts.tsx'
import { focusHeading } from '../../ui/page.tsx'
import { PreviewButton } from './preview-button.tsx'

interface OrderDraftOptions<Row> {
  name: string
  /** In the saved order. */
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Saves rows in another order than `from`. */
  store: (rows: readonly Row[], from: readonly Row[]) => Promise<{ error?: unknown }>
  preview: (rows: readonly Row[]) => Promise<{ data?: Preview; error?: unknown }>
  refusals: ErrorTexts
  /** The text of a failure without a known reason. */
  failed: string
}

/** Returns rows in the order that is being edited, a function that changes it, and what previews and saves it. */
export function useOrderDraft<Row>({
  name,
  rows: saved,
  keyOf,
  store,
  preview,
  refusals,
  failed,
}: OrderDraftOptions<Row>) {
  const { values, change, offer } = useDraft(name, { order: '' })
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const ordered = values.order.split(',').flatMap((key) => saved.filter((one) => keyOf(one) === key))
  // What was added elsewhere comes last.
  const rows = [...ordered, ...saved.filter((row) => !ordered.includes(row))]
  const isMoved = rows.some((row, index) => row !== saved[index])
  // The saved order is not a draft; one that was changed while it was sent is.
  useEffect(() => {
    if (values.order && saved.length && !isMoved) change({ order: '' })
  })

  async function save(): Promise<void> {
    setBusy(true)
    const { error } = await store(rows, saved)
    setBusy(false)
    setFailure(error ? failureText(error, refusals, failed) : undefined)
    if (error) return
    focusHeading()
    showSuccess(previewMessages.orderSaved)
  }

  return {
    rows,
    async move(next: readonly Row[]): Promise<undefined> {
      setFailure(undefined)
      change({ order: next.map(keyOf).join() })
    },
    unsaved: (
      <div className="mt-4 grid gap-3">
        <DraftOffer {...offer} />
        {isMoved && (
          <div className="flex flex-wrap items-center gap-3">
            <FailureNote text={failure} className="w-full" />
            <p className="w-full">{previewMessages.orderNotSaved}</p>
            <Button busy={busy} onClick={save}>
              {previewMessages.saveOrder}
            </Button>
            <PreviewButton refusals={refusals} send={() => preview(rows)} />
            <Button
              variant="ghost"
              onClick={() => {
                change({ order: '' })
                focusHeading()
              }}
            >
              {uiMessages.cancel}
            </Button>
          </div>
        )}
      </div>
    ),
  }
}
