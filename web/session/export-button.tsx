import { useState } from 'react'
import { listMessages } from '../../shared/kernel/list-messages.ts'
import { factMessages } from '../../shared/sellers/messages.ts'
import { useAppDispatch } from '../api/app-store.ts'
import { type DownloadProgress, downloadFile } from '../api/download-file.ts'
import { Download } from '../ui/area-icons.ts'
import { Button } from '../ui/button.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { useFailure } from '../ui/form/use-failures.ts'
import { type ListAddress, pathWith } from '../ui/list/list-address.ts'
import { Progress } from '../ui/progress.tsx'

/** Returns a function that downloads a file, its progress while it runs, and its failure. */
function useDownload(path: string, name: string, failed: string) {
  const dispatch = useAppDispatch()
  const [busy, setBusy] = useState(false)
  const [progress, setProgress] = useState<DownloadProgress>()
  const { report, clear, note } = useFailure()

  async function download(): Promise<void> {
    setBusy(true)
    clear()
    if (!(await dispatch(downloadFile(path, name, setProgress)))) report({ text: failed, retry: download })
    setBusy(false)
    setProgress(undefined)
  }
  return { download, busy, progress, note }
}

interface ExportButtonProps {
  of: 'admin' | 'seller'
  file: `${'products' | 'orders' | 'payments' | 'users' | 'reviews' | 'activity'}.csv`
  address: Pick<ListAddress, 'q' | 'filters'>
}

/** Downloads all rows of a list of the admins or the seller, as searched, as a CSV file, and shows the progress. */
export function ExportButton({ of, file, address }: ExportButtonProps) {
  const path = pathWith(`/api/${of}/${file}`, { q: address.q, ...address.filters })
  const { download, busy, progress, note } = useDownload(path, file, listMessages.exportFailed)
  return (
    <>
      <div className="flex shrink-0 items-center justify-end gap-x-5">
        {progress && <ExportProgress {...progress} />}
        <Button
          variant="ghost"
          size="small"
          className="-me-3 whitespace-nowrap"
          title={listMessages.exportCsv}
          busy={busy}
          onClick={download}
        >
          <Download aria-hidden className="size-4" /> <span className="max-sm:sr-only">{listMessages.exportCsv}</span>
        </Button>
      </div>
      <FailureNote {...note} className="w-full" />
    </>
  )
}

/** On phones, where it has no room, the busy button shows as much. */
const place = 'w-60 max-sm:sr-only'

/** Shown until all rows have arrived; a short list arrives at once. */
function ExportProgress({ rows, total }: DownloadProgress) {
  if (total === undefined) return <p className={`${place} text-sm text-muted`}>{listMessages.exported({ rows })}</p>
  if (rows >= total) return null
  return (
    <div className={place}>
      <Progress small label={listMessages.exportedOf({ rows, total })} value={rows / total} />
    </div>
  )
}

const ENDINGS: Readonly<Record<string, string>> = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' }

interface DocumentDownloadProps {
  path: string
  /** The media type of the document. */
  type: string
}

/** Downloads a seller's document, which only the seller and admins can read. */
export function DocumentDownload({ path, type }: DocumentDownloadProps) {
  const { download, busy, note } = useDownload(path, `document.${ENDINGS[type] ?? ''}`, factMessages.downloadFailed)
  return (
    <>
      <Button variant="ghost" size="small" busy={busy} onClick={download}>
        <Download aria-hidden className="size-4" /> {factMessages.download}
      </Button>
      <FailureNote {...note} className="w-full" />
    </>
  )
}
