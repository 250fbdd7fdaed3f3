import { useState } from 'react'
import { accountMessages } from '../../../shared/accounts/messages.ts'
import type { ErrorTexts } from '../../../shared/kernel/errors.ts'
import { marketMessages } from '../../../shared/market/messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { failureText } from '../../api/failure-text.ts'
import { sendForm } from '../../api/send-form.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote, leaveFocusNear } from '../../ui/failure-note.tsx'
import { useFailure } from '../../ui/form/use-failures.ts'
import { usePictureUpload } from '../accounts/use-picture-upload.tsx'

interface PictureButtonsProps<Stored> {
  /** Of the picture. */
  label: string
  /** The address that takes the file. */
  path: string
  errors: ErrorTexts
  removalFailed: string
  /** Absent where there is none to remove. */
  remove?: (() => Promise<{ error?: unknown }>) | false | undefined
  /** Called with the answer to a file, and without one after a removal. */
  onChanged: (stored?: Stored) => void
}

/** Buttons that change a picture of the marketplace at once. */
export function PictureButtons<Stored>(props: PictureButtonsProps<Stored>) {
  const { label: name, path, errors, remove, onChanged } = props
  const dispatch = useAppDispatch()
  const [isRemoving, setRemoving] = useState(false)
  const { report, clear, note } = useFailure()
  const { busy, choose, input, status } = usePictureUpload(name, async (file, onProgress) => {
    const headers = { 'content-type': file.type }
    const sent = await dispatch(
      sendForm<Stored>({ method: 'PUT', path, body: file, headers, changesCatalog: true, onProgress }),
    )
    if ('error' in sent) return failureText(sent.error, errors, accountMessages.pictureNotUpdated)
    onChanged(sent.data)
    return null
  })

  async function removeIt(take: () => Promise<{ error?: unknown }>): Promise<void> {
    setRemoving(true)
    clear()
    const { error } = await take()
    setRemoving(false)
    if (error) report({ text: failureText(error, errors, props.removalFailed) })
    else onChanged()
  }

  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          size="small"
          busy={busy}
          onClick={choose}
          aria-label={marketMessages.choosePictureOf({ name })}
        >
          {marketMessages.choosePicture}
        </Button>
        {remove && (
          <Button
            ref={leaveFocusNear}
            variant="dangerGhost"
            size="small"
            busy={isRemoving}
            onClick={() => removeIt(remove)}
            aria-label={marketMessages.removePictureOf({ name })}
          >
            {marketMessages.removePicture}
          </Button>
        )}
      </div>
      {input}
      {status}
      <FailureNote {...note} />
    </>
  )
}
