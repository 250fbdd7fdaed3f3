import { useEffect, useRef, useState } from 'react'
import { MAX_DISPLAY_NAME_LENGTH } from '../../../shared/accounts/constants.ts'
import { accountMessages } from '../../../shared/accounts/messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { changeDisplayName } from '../../session/change-profile.ts'
import { DraftOffer } from '../../session/draft-offer.tsx'
import { useDraftedForm } from '../../session/use-drafted-form.ts'
import { Pencil } from '../../ui/area-icons.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { FormButtons } from '../../ui/form/form-buttons.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { showSuccess } from '../../ui/overlay/toasts.tsx'
import { displayNameRules } from '../auth/form-rules.ts'
import { profileChanged } from './profile-api.ts'

/** The display name, with a button that turns it into an input. */
export function DisplayName({ name }: { name: string }) {
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
      <TextField
        label={accountMessages.displayName}
        {...field('display_name')}
        autoComplete="name"
        maxLength={MAX_DISPLAY_NAME_LENGTH}
        required
        autoFocus
      />
      <FailureNote {...failure} />
      <FormButtons submit={accountMessages.save} busy={busy} size="small" onCancel={cancel} />
    </form>
  )
}
