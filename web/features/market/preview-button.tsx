import { useState } from 'react'
import type { ErrorTexts } from '../../../shared/kernel/errors.ts'
import { previewMessages } from '../../../shared/previews/messages.ts'
import type { Preview } from '../../../shared/previews/schema.ts'
import { failureText } from '../../api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { useFailure } from '../../ui/form/use-failures.ts'

interface PreviewButtonProps {
  refusals: ErrorTexts
  /** Sends the draft; returns undefined when it cannot be shown, and says why. */
  send: () => Promise<{ data?: Preview; error?: unknown } | undefined>
}

interface SaveAndPreviewProps extends Pick<PreviewButtonProps, 'refusals'> {
  save: string
  variant?: 'secondary'
  busy: boolean
  /** Shows the errors of the fields; resolves to false if there are any. */
  check: () => Promise<boolean>
  preview: () => Promise<{ data?: Preview; error?: unknown }>
}

/** The buttons at the end of a form of the shop's settings. */
export function SaveAndPreview({ save, variant, busy, refusals, check, preview }: SaveAndPreviewProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" variant={variant} busy={busy}>
        {save}
      </Button>
      <PreviewButton refusals={refusals} send={async () => ((await check()) ? preview() : undefined)} />
    </div>
  )
}

/** Opens a window that shows the shop with a draft. */
export function PreviewButton({ refusals, send }: PreviewButtonProps) {
  const [busy, setBusy] = useState(false)
  const { report, clear, note } = useFailure()

  async function open(): Promise<void> {
    // At once: browsers block windows that do not follow from a click.
    const preview = window.open('', '_blank')
    clear()
    if (!preview) return report({ text: previewMessages.blocked })
    setBusy(true)
    const sent = await send()
    setBusy(false)
    if (sent?.data) return preview.location.replace(sent.data.address)
    preview.close()
    if (sent) report({ text: failureText(sent.error, refusals, previewMessages.failed) })
  }

  return (
    <>
      <Button variant="secondary" busy={busy} onClick={open}>
        {previewMessages.preview}
      </Button>
      <FailureNote {...note} className="w-full" />
    </>
  )
}
