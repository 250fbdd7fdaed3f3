import { Download } from 'lucide-react'
import { useState } from 'react'
import { adminMessages } from '../../../shared/admin/messages.ts'
import { downloadFile } from '../../api/download-file.ts'
import { Button } from '../../ui/button.tsx'
import { pathWith } from '../../ui/list-address.ts'
import { showError } from '../../ui/toasts.tsx'

/** Downloads all rows of a list, as searched, as a CSV file. */
export function ExportButton({ file, q }: { file: 'products.csv' | 'orders.csv'; q: string }) {
  const [busy, setBusy] = useState(false)

  async function download() {
    setBusy(true)
    if (!(await downloadFile(pathWith(`/api/admin/${file}`, { q }), file))) showError(adminMessages.exportFailed)
    setBusy(false)
  }

  return (
    <Button variant="secondary" busy={busy} onClick={download}>
      <Download aria-hidden className="size-4.5" /> Export CSV
    </Button>
  )
}
