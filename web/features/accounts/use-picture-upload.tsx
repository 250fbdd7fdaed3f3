import { type ReactNode, useRef, useState } from 'react'
import { accountMessages } from '../../../shared/accounts/messages.ts'
import { isPictureLimit } from '../../session/change-profile.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { useFailure } from '../../ui/form/use-failures.ts'
import { Progress } from '../../ui/progress.tsx'

interface PictureUpload {
  busy: boolean
  /** Opens the file dialog. */
  choose: () => void
  /** Sends a file. */
  upload: (file: File) => Promise<void>
  /** Hides the error of the last attempt. */
  clear: () => void
  /** The hidden file input. */
  input: ReactNode
  /** The error and the progress. */
  status: ReactNode
}

interface UploadOptions {
  /** Called with the chosen file, which is then sent with `upload`. */
  onChoose?: (file: File) => void
  /** The error after which another attempt may succeed, where the picture is not a user's. */
  failed?: string
}

/** Lets a user choose a picture, which `store` sends; it returns the error text, null on success. */
export function usePictureUpload(
  label: string,
  store: (file: File, onProgress: (sent: number) => void) => Promise<string | null>,
  { onChoose, failed }: UploadOptions = {},
): PictureUpload {
  const field = useRef<HTMLInputElement>(null)
  /** The fraction sent, 0 to 1; null when nothing is being sent. */
  const [sent, setSent] = useState<number | null>(null)
  const { report, clear, note } = useFailure()
  const busy = sent !== null

  async function upload(file: File): Promise<void> {
    if (busy) return
    setSent(0)
    clear()
    const failure = await store(file, setSent)
    setSent(null)
    if (failure === null) return
    // A limit or an unusable file would fail again.
    const retry = failure === (failed ?? accountMessages.pictureNotUpdated) ? () => upload(file) : undefined
    report({ text: failure, retry }, failed || isPictureLimit(failure) ? failure : accountMessages.pictureFailed)
  }

  const input = (
    <input
      ref={field}
      type="file"
      accept="image/*"
      aria-label={label}
      tabIndex={-1}
      disabled={busy}
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? []
        // Otherwise choosing the same file again fires no event.
        currentTarget.value = ''
        clear()
        if (file) void (onChoose ?? upload)(file)
      }}
      className="sr-only"
    />
  )
  const status = (
    <>
      <FailureNote {...note} />
      {busy && <Progress label={accountMessages.sending} value={sent} />}
    </>
  )
  return { busy, choose: () => field.current?.click(), upload, clear, input, status }
}
