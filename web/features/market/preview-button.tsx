import { useState } from 'react'
import type { ErrorTexts } from '../../../shared/kernel/errors.ts'
import { previewMessages } from '../../../shared/previews/messages.ts'
import type { Preview } from '../../../shared/previews/schema.ts'
import { failureText } from '../../api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { showError } from '../../ui/overlay/toasts.tsx'

interface PreviewButtonProps {
  refusals: ErrorTexts
  /** Sends the draft; returns undefined when it cannot be shown, and says why. */
  send: () => Promise<{ data?: Preview; error?: unknown } | undefined>
}

/** Opens a window that shows the shop with a draft. */
export function PreviewButton({ refusals, send }: PreviewButtonProps) {
  const [busy, setBusy] = useState(false)

  async function open(): Promise<void> {
    // At once: browsers block windows that do not follow from a click.
    const preview = window.open('', '_blank')
    if (!preview) return showError(previewMessages.blocked)
    setBusy(true)
    const sent = await send()
    setBusy(false)
    if (sent?.data) return preview.location.replace(sent.data.address)
    preview.close()
    if (sent) showError(failureText(sent.error, refusals, previewMessages.failed))
  }

  return (
    <Button variant="secondary" busy={busy} onClick={open}>
      {previewMessages.preview}
    </Button>
  )
}
