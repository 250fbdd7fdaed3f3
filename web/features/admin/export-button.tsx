import { Download } from 'lucide-react'
import { useState } from 'react'
import { listMessages } from '../../../shared/kernel/list-messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { downloadFile } from '../../api/download-file.ts'
import { Button } from '../../ui/button.tsx'
import { pathWith } from '../../ui/list/list-address.ts'
import { showError } from '../../ui/toasts.tsx'

/** Downloads all rows of a list, as searched, as a CSV file. */
export function ExportButton({ file, q }: { file: 'products.csv' | 'orders.csv'; q: string }) {
  const dispatch = useAppDispatch()
  const [busy, setBusy] = useState(false)

  async function download() {
    setBusy(true)
    const path = pathWith(`/api/admin/${file}`, { q })
    if (!(await dispatch(downloadFile(path, file)))) showError(listMessages.exportFailed)
    setBusy(false)
  }

  return (
    <Button variant="secondary" busy={busy} onClick={download}>
      <Download aria-hidden className="size-4.5" /> {listMessages.exportCsv}
    </Button>
  )
}
