import { useState } from 'react'
import { factMessages } from '../../shared/sellers/messages.ts'
import { useAppDispatch } from '../api/app-store.ts'
import { downloadFile } from '../api/download-file.ts'
import { Download } from '../ui/area-icons.ts'
import { Button } from '../ui/button.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { useFailure } from '../ui/form/use-failures.ts'

const ENDINGS: Readonly<Record<string, string>> = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' }

interface DocumentDownloadProps {
  path: string
  /** The media type of the document. */
  type: string
}

/** Downloads a seller's document, which only the seller and admins can read. */
export function DocumentDownload({ path, type }: DocumentDownloadProps) {
  const dispatch = useAppDispatch()
  const [busy, setBusy] = useState(false)
  const { report, clear, note } = useFailure()

  async function download(): Promise<void> {
    setBusy(true)
    clear()
    if (!(await dispatch(downloadFile(path, `document.${ENDINGS[type] ?? ''}`, () => {}))))
      report({ text: factMessages.downloadFailed, retry: download })
    setBusy(false)
  }

  return (
    <>
      <Button variant="ghost" size="small" busy={busy} onClick={download}>
        <Download aria-hidden className="size-4" /> {factMessages.download}
      </Button>
      <FailureNote {...note} className="w-full" />
    </>
  )
}
