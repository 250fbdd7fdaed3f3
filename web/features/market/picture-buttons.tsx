import { useEffect, useState } from 'react'
import type { ErrorTexts } from '../../../shared/kernel/errors.ts'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import { marketMessages } from '../../../shared/market/messages.ts'
import { previewMessages } from '../../../shared/previews/messages.ts'
import type { Preview } from '../../../shared/previews/schema.ts'
import { api } from '../../api/api.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { failureText } from '../../api/failure-text.ts'
import { sendForm } from '../../api/send-form.ts'
import { useUnsavedForm } from '../../session/unsaved-forms.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote, leaveFocusNear } from '../../ui/failure-note.tsx'
import { useFailure } from '../../ui/form/use-failures.ts'
import { usePictureUpload } from '../accounts/use-picture-upload.tsx'
import { PreviewButton } from './preview-button.tsx'

interface PictureButtonsProps {
  /** The name of the picture. */
  label: string
  /** The address that takes the file. */
  path: string
  /** The address of the current picture; empty for none. */
  address: string
  errors: ErrorTexts
  /** The text of a failure without a reason. */
  failed: string
  /** Absent where there is none to remove. */
  remove?: (() => Promise<{ error?: unknown }>) | false | undefined
  onChanged: () => void
  onCancelled?: () => void
}

/** Buttons that choose or remove a picture of the marketplace, and then preview and save the change. */
export function PictureButtons(props: PictureButtonsProps) {
  const { label: name, remove } = props
  const { chosen, setChosen, save, preview, upload, busy, note } = usePictureChange(props)
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          size="small"
          busy={busy}
          onClick={upload.choose}
          aria-label={marketMessages.choosePictureOf({ name })}
        >
          {marketMessages.choosePicture}
        </Button>
        {remove && (
          <Button
            ref={leaveFocusNear}
            variant="dangerGhost"
            size="small"
            busy={busy}
            onClick={() => setChosen({})}
            aria-label={marketMessages.removePictureOf({ name })}
          >
            {marketMessages.removePicture}
          </Button>
        )}
      </div>
      {upload.input}
      {chosen && (
        <div
          ref={leaveFocusNear}
          className="flex flex-wrap items-center gap-3 rounded-picture border border-line bg-tint p-4"
        >
          {chosen.src && <img src={chosen.src} alt={name} className="max-h-40 max-w-full rounded-field" />}
          <p role="status" className="w-full">
            {previewMessages.pictureNotSaved}
          </p>
          <Button variant="secondary" busy={busy} onClick={save}>
            {previewMessages.savePicture}
          </Button>
          <PreviewButton refusals={props.errors} send={preview} />
          <Button
            variant="ghost"
            busy={busy}
            onClick={() => {
              setChosen(undefined)
              props.onCancelled?.()
            }}
          >
            {uiMessages.cancel}
          </Button>
        </div>
      )}
      {upload.status}
      <FailureNote {...note} />
    </>
  )
}

/** A file with its address in this tab; without one, the removal of the picture. */
type Chosen = { file: File; src: string } | { file?: never; src?: never }

/** Returns the change of a picture that is not saved, and what previews and saves it. */
function usePictureChange({
  label: name,
  path,
  address: from,
  errors,
  failed,
  remove,
  onChanged,
}: PictureButtonsProps) {
  const dispatch = useAppDispatch()
  const [chosen, setChosen] = useState<Chosen>()
  const [isRemoving, setIsRemoving] = useState(false)
  const { report, clear, note } = useFailure()
  const src = chosen?.src
  useEffect(() => () => URL.revokeObjectURL(src ?? ''), [src])
  useUnsavedForm({
    isDirty: () => chosen !== undefined,
    discard: () => setChosen(undefined),
    isWithoutDraft: true,
  })

  const upload = usePictureUpload(
    name,
    async (file, onProgress) => {
      const address = `${path}?${new URLSearchParams({ from })}`
      const sent = await send({ method: 'PUT', path: address, changesCatalog: true, onProgress }, file)
      // Also after a refusal, which may be based on old settings.
      dispatch(api.util.invalidateTags(['Market', 'AdminBanner', 'AdminCategory', 'Product']))
      if ('error' in sent) return failureText(sent.error, errors, failed)
      await finish()
      return null
    },
    { failed, onChoose: (file) => change({ file, src: URL.createObjectURL(file) }) },
  )

  function send<Data>(request: Omit<Parameters<typeof sendForm>[0], 'body' | 'headers'>, file?: File) {
    const headers = file && { 'content-type': file.type }
    return dispatch(sendForm<Data>({ ...request, body: file ?? new Blob(), ...(headers && { headers }) }))
  }

  function change(next: Chosen | undefined): void {
    clear()
    upload.clear()
    setChosen(next)
  }

  const reading = () => dispatch(api.util.getRunningQueriesThunk())

  async function finish(): Promise<void> {
    // The next change is based on the picture that the page shows then. A read may begin only after another one has ended.
    for (let running = reading(); running.length; running = reading()) await Promise.all(running)
    change(undefined)
    onChanged()
  }

  async function save(): Promise<void> {
    if (chosen?.file) return upload.upload(chosen.file)
    clear()
    setIsRemoving(true)
    // None is left when another admin has removed it.
    const { error } = remove ? await remove() : {}
    if (error) report({ text: failureText(error, errors, failed) })
    else await finish()
    setIsRemoving(false)
  }

  const preview = () => send<Preview>({ method: 'POST', path: `${path}/preview`, onProgress: () => {} }, chosen?.file)

  return { chosen, setChosen: change, save, preview, upload, busy: upload.busy || isRemoving, note }
}
