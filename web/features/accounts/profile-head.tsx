import { useEffect, useRef, useState } from 'react'
import { accountMessages } from '../../../shared/accounts/messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { changeAvatar, changeDisplayName } from '../../session/change-profile.ts'
import { DraftOffer } from '../../session/use-draft.tsx'
import { useDraftedForm } from '../../session/use-drafted-form.ts'
import { useSession } from '../../session/use-session.ts'
import { Camera, Pencil } from '../../ui/area-icons.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { FormButtons } from '../../ui/form/form-buttons.tsx'
import { showSuccess } from '../../ui/overlay/toasts.tsx'
import { Avatar } from '../../ui/pictures/avatar.tsx'
import { EmailAddress } from '../../ui/values.tsx'
import { NameField } from '../auth/form-parts.tsx'
import { displayNameRules } from '../auth/form-rules.ts'
import { profileChanged } from './profile-api.ts'
import { usePictureUpload } from './use-picture-upload.tsx'

/** The editable picture (`size` px) and name of the user, and the email address. */
export function ProfileHead({ size, className }: { size: number; className?: string }) {
  const { displayName, email, userAvatar } = useSession()
  return (
    <section
      aria-label={accountMessages.profile}
      className={classNames('flex flex-wrap items-center gap-x-6 gap-y-4', className)}
    >
      <AvatarUpload src={userAvatar} size={size} />
      <div className="grid min-w-0 flex-1 basis-40 gap-1">
        <DisplayName name={displayName} />
        <p className="text-muted max-sm:text-sm">
          <EmailAddress email={email} />
        </p>
      </div>
    </section>
  )
}

interface AvatarUploadProps {
  src: string | null
  /** Pixels. */
  size: number
}

function AvatarUpload({ src, size }: AvatarUploadProps) {
  const { userId, userAvatar } = useSession()
  const dispatch = useAppDispatch()
  const { busy, choose, input, status } = usePictureUpload(accountMessages.picture, async (file, onProgress) => {
    const failure = await dispatch(changeAvatar({ userId, userAvatar }, file, onProgress))
    if (failure) return failure
    showSuccess(accountMessages.pictureUpdated)
    dispatch(profileChanged())
    return null
  })

  return (
    <div className="grid gap-3" style={{ width: size }}>
      <div className="relative">
        <Avatar src={src} size={size} className="border border-line" />
        <button
          type="button"
          aria-label={accountMessages.changePicture}
          aria-disabled={busy || undefined}
          onClick={choose}
          className="absolute end-0 bottom-0 inline-grid size-11 place-items-center rounded-full border-2 border-surface bg-brand text-on-brand hover:bg-brand-strong aria-disabled:opacity-60"
        >
          <Camera aria-hidden className="size-5" />
        </button>
        {input}
      </div>
      {status}
    </div>
  )
}

function DisplayName({ name }: { name: string }) {
  const [editing, setEditing] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    // The input that had the focus was removed.
    if (wasEditing.current && !editing) editButton.current?.focus()
    wasEditing.current = editing
  }, [editing])
  if (editing) return <NameForm name={name} onDone={() => setEditing(false)} />
  return (
    <div className="flex max-w-full items-center gap-1 display text-lg">
      <span className="min-w-0 wrap-anywhere">{name}</span>
      <Button
        ref={editButton}
        variant="ghost"
        size="icon"
        aria-label={accountMessages.editDisplayName}
        className="shrink-0"
        onClick={() => setEditing(true)}
      >
        <Pencil aria-hidden className="size-4.5" />
      </Button>
    </div>
  )
}

function NameForm({ name, onDone }: { name: string; onDone: () => void }) {
  const dispatch = useAppDispatch()
  const { formProps, field, failure, busy, discard, offer } = useDraftedForm('display-name', {
    rules: displayNameRules,
    defaultValues: { display_name: name },
    send: async ({ display_name }) => {
      const text = await dispatch(changeDisplayName(display_name.trim()))
      // Every other text is a limit.
      if (text !== null) return { text, fields: [], canRetry: text === accountMessages.profileFailed }
      showSuccess(accountMessages.profileUpdated)
      dispatch(profileChanged())
      onDone()
      return null
    },
  })

  function cancel() {
    discard()
    onDone()
  }

  return (
    <form {...formProps} onKeyDown={({ key }) => key === 'Escape' && cancel()} className="grid w-full max-w-sm gap-3">
      <DraftOffer {...offer} />
      <NameField {...field('display_name')} autoFocus />
      <FailureNote {...failure} />
      <FormButtons submit={accountMessages.save} busy={busy} size="small" onCancel={cancel} />
    </form>
  )
}
