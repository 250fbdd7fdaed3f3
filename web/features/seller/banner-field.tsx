import { useId, useRef, useState } from 'react'
import { accountMessages } from '../../../shared/accounts/messages.ts'
import { sellerFormMessages } from '../../../shared/catalog/seller-form-messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { isPictureLimit, uploadOwnPicture } from '../../session/change-profile.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { useFailure } from '../../ui/form/use-failures.ts'
import { ACCEPTED_PICTURES } from '../../ui/pictures/compress-picture.ts'
import { Progress } from '../../ui/progress.tsx'

interface BannerFieldProps {
  /** The address of the picture; empty for none. */
  value: string
  onChange: (address: string) => void
}

/** The wide picture above a seller's page: stored at once, shown to others once the page is saved. */
export function BannerField({ value, onChange }: BannerFieldProps) {
  const id = useId()
  const { userId } = useSession()
  const dispatch = useAppDispatch()
  const input = useRef<HTMLInputElement>(null)
  const [sent, setSent] = useState<number | null>(null)
  const { report, clear, note } = useFailure()

  async function upload(file: File | undefined): Promise<void> {
    if (!file || sent !== null) return
    setSent(0)
    clear()
    const stored = await dispatch(uploadOwnPicture(userId, file, setSent))
    setSent(null)
    // So that the same file can be chosen again.
    if (input.current) input.current.value = ''
    if ('address' in stored) return onChange(stored.address)
    const { failure } = stored
    // Not for a limit, or a file that cannot be used.
    const retry = failure === accountMessages.pictureNotUpdated ? () => upload(file) : undefined
    report({ text: failure, retry }, isPictureLimit(failure) ? failure : accountMessages.pictureFailed)
  }

  return (
    <fieldset className="grid gap-2" aria-describedby={`${id}-hint`}>
      <legend className="mb-1.5 text-sm font-medium">{sellerFormMessages.banner}</legend>
      {value && <img src={value} alt="" className="aspect-[4/1] w-full rounded-picture bg-tile object-cover" />}
      <p id={`${id}-hint`} className="text-sm text-muted">
        {sellerFormMessages.bannerHint}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" size="small" busy={sent !== null} onClick={() => input.current?.click()}>
          {value ? sellerFormMessages.replaceBanner : sellerFormMessages.chooseBanner}
        </Button>
        {value && (
          <Button variant="dangerGhost" size="small" onClick={() => onChange('')}>
            {sellerFormMessages.removeBanner}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED_PICTURES}
        aria-label={sellerFormMessages.banner}
        tabIndex={-1}
        disabled={sent !== null}
        onChange={({ currentTarget }) => upload(currentTarget.files?.[0])}
        className="sr-only"
      />
      <FailureNote {...note} />
      {sent !== null && <Progress label={accountMessages.sending} value={sent} />}
    </fieldset>
  )
}
