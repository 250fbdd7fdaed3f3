import { type ChangeEvent, type DragEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { productFormMessages } from '../../../../shared/catalog/product-form-messages.ts'
import { pictureMessages } from '../../../../shared/kernel/picture-messages.ts'
import { ImagePlus } from '../../../ui/area-icons.ts'
import { classNames } from '../../../ui/class-names.ts'
import { showError } from '../../../ui/overlay/toasts.tsx'
import { preparePicture, RefusedPicture } from '../../../ui/pictures/compress-picture.ts'

/** The formats that the server reads. */
const READ_FORMATS = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

interface PictureInputProps {
  label: string
  hint: string
  multiple?: boolean
  errorId?: string
  id?: string
  limit: number
  /** Also takes pictures pasted anywhere on the page. */
  takesPasted: boolean
  onPick: (files: File[], tooMany: boolean) => void
  onBusy: (busy: boolean) => void
}

/** Takes chosen, dropped or pasted pictures, and lists unusable ones below. */
export function PictureInput({ errorId, ...target }: PictureInputProps) {
  const refusedId = useId()
  const [refused, setRefused] = useState<readonly string[]>([])
  return (
    <>
      <PictureTarget
        {...target}
        errorId={classNames(refused.length > 0 && refusedId, errorId) || undefined}
        onRefused={setRefused}
      />
      {refused.length > 0 && (
        <div id={refusedId} role="alert" className="text-sm text-danger wrap-anywhere">
          {refused.map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
        </div>
      )}
    </>
  )
}

interface PictureTargetProps extends PictureInputProps {
  onRefused: (reasons: readonly string[]) => void
}

function PictureTarget({
  label,
  hint,
  multiple = false,
  errorId,
  id,
  limit,
  takesPasted,
  onPick,
  onBusy,
  onRefused,
}: PictureTargetProps) {
  const [busy, setBusy] = useState(false)

  async function take(chosen: Iterable<File>) {
    const files = [...chosen]
    if (!files.length || busy) return
    setBusy(true)
    onBusy(true)
    const { prepared, refused } = await prepareAll(files.slice(0, limit))
    setBusy(false)
    onRefused(refused)
    onPick(prepared, files.length > limit)
    onBusy(false)
  }
  const { over, target } = useDrop(take)
  usePaste(take, takesPasted)

  function onChange({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    void take(input.files ?? [])
    // Otherwise choosing the same file again fires no event.
    input.value = ''
  }

  return (
    <label
      {...target}
      className={classNames(
        'flex min-h-20 cursor-pointer flex-wrap items-center gap-x-4 gap-y-2 sm:flex-nowrap rounded-field border border-dashed border-line-strong px-4 py-3 hover:bg-tint has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        over && 'border-brand bg-brand-tint',
        busy && 'cursor-default opacity-60',
      )}
    >
      <ImagePlus aria-hidden className="size-6 shrink-0 text-brand" />
      <Texts label={label} hint={busy ? productFormMessages.preparing : hint} />
      <input
        id={id}
        type="file"
        accept={READ_FORMATS}
        multiple={multiple}
        aria-disabled={busy || undefined}
        // A disabled input would lose the focus.
        onClick={(event) => busy && event.preventDefault()}
        aria-invalid={errorId ? true : undefined}
        aria-describedby={errorId}
        aria-label={label}
        onChange={onChange}
        className="sr-only"
      />
    </label>
  )
}

function Texts({ label, hint }: Pick<PictureInputProps, 'label' | 'hint'>) {
  return (
    <span className="min-w-0 flex-1 basis-24 wrap-anywhere">
      <span className="block font-medium">{label}</span>
      <span className="block text-sm text-muted">{hint}</span>
    </span>
  )
}

/** Handles files dropped on a target; `over` while files are dragged over it. */
function useDrop(take: (files: FileList) => Promise<void>) {
  const [over, setOver] = useState(false)
  const target = {
    onDragOver(event: DragEvent) {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave() {
      setOver(false)
    },
    onDrop(event: DragEvent) {
      event.preventDefault()
      setOver(false)
      void take(event.dataTransfer.files)
    },
  }
  return { over, target }
}

function usePaste(take: (files: File[]) => Promise<void>, on: boolean) {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const pictures = [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
    if (!pictures.length) return
    event.preventDefault()
    void take(pictures)
  })
  useEffect(() => {
    if (!on) return
    const onPaste = (event: ClipboardEvent) => paste(event)
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [on])
}

/** One by one, to save memory. */
async function prepareAll(files: readonly File[]): Promise<{ prepared: File[]; refused: string[] }> {
  const prepared: File[] = []
  const refused: string[] = []
  for (const file of files) {
    try {
      prepared.push(await preparePicture(file))
    } catch (error) {
      console.warn(error)
      const reason =
        error instanceof RefusedPicture ? error.message : pictureMessages.notAPicture({ fileName: file.name })
      showError(productFormMessages.compressFailed({ message: reason }))
      if (!refused.includes(reason)) refused.push(reason)
    }
  }
  return { prepared, refused }
}
