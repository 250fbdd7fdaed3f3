import { useRef, useState } from 'react'
import { accountMessages } from '../../../../shared/accounts/messages.ts'
import { formatDay } from '../../../../shared/kernel/locale.ts'
import { MAX_DOCUMENT_MB } from '../../../../shared/sellers/constants.ts'
import { shopErrors } from '../../../../shared/sellers/errors.ts'
import { shopFormMessages } from '../../../../shared/sellers/messages.ts'
import type { SellerFacts } from '../../../../shared/sellers/schema.ts'
import { DocumentDownload } from '../../../session/export-button.tsx'
import { useCalls } from '../../../session/use-calls.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { passFocusOn } from '../../../ui/page.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { DOCUMENT_PATH, useRemoveDocumentMutation, useSaveDocumentMutation } from './shop-api.ts'

/** The seller's document: sending, replacing, downloading and removing it. */
export function DocumentCard({ document }: { document: SellerFacts['document'] }) {
  const field = useRef<HTMLInputElement>(null)
  /** The fraction sent, 0 to 1; null when nothing is being sent. */
  const [sent, setSent] = useState<number | null>(null)
  const [save] = useSaveDocumentMutation()
  const [remove, removal] = useRemoveDocumentMutation()
  const { call, report, noteAt } = useCalls(shopErrors)
  const failed = shopFormMessages.documentFailed

  async function put(file: File) {
    setSent(0)
    const result = await save({ file, onProgress: setSent })
    setSent(null)
    return result
  }

  function send(file: File | undefined): void {
    if (!file || sent !== null) return
    if (file.size > MAX_DOCUMENT_MB * 1024 * 1024) report('', { text: shopErrors.document_too_large.text })
    else void call('', () => put(file), { done: shopFormMessages.documentSaved, failed })
  }

  return (
    <div className="grid gap-3">
      <p className="text-sm text-muted">{shopFormMessages.documentHint()}</p>
      {document && (
        <p>{shopFormMessages.documentStored({ kind: kindOf(document), date: formatDay(document.stored_at) })}</p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" size="small" busy={sent !== null} onClick={() => field.current?.click()}>
          {document ? shopFormMessages.replaceDocument : shopFormMessages.chooseDocument}
        </Button>
        {document && (
          <>
            <DocumentDownload path={DOCUMENT_PATH} type={document.mimetype} />
            <Button
              ref={passFocusOn}
              variant="dangerGhost"
              size="small"
              busy={removal.isLoading}
              onClick={() => call('', remove, { done: shopFormMessages.documentRemoved, failed })}
            >
              {shopFormMessages.removeDocument}
            </Button>
          </>
        )}
      </div>
      <input
        ref={field}
        type="file"
        accept="application/pdf,image/jpeg,image/png"
        aria-label={shopFormMessages.document}
        tabIndex={-1}
        disabled={sent !== null}
        onChange={({ currentTarget }) => {
          send(currentTarget.files?.[0])
          // Otherwise choosing the same file again fires no event.
          currentTarget.value = ''
        }}
        className="sr-only"
      />
      <FailureNote {...noteAt('')} />
      {sent !== null && <Progress label={accountMessages.sending} value={sent} />}
    </div>
  )
}

/** Returns the short name of a document's type. */
const kindOf = ({ mimetype }: NonNullable<SellerFacts['document']>) => mimetype.replace(/^.*\//, '').toUpperCase()
