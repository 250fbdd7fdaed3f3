import { Pencil } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { MAX_DISPLAY_NAME_LENGTH } from '../../../shared/account/constants.ts'
import { accountMessages } from '../../../shared/account/messages.ts'
import { changeDisplayName } from '../../session/change-profile.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showError, showSuccess } from '../../ui/toasts.tsx'
import { profileChanged } from './profile-api.ts'

/** The display name, which turns into an input to change it. */
export function DisplayName({ name }: { name: string }) {
  const [editing, setEditing] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    // The input had the focus and is gone.
    if (wasEditing.current && !editing) editButton.current?.focus()
    wasEditing.current = editing
  }, [editing])
  if (editing) return <NameForm name={name} onDone={() => setEditing(false)} />
  return (
    <p className="flex max-w-full items-center gap-1 text-xl font-bold tracking-tight">
      <span className="min-w-0 wrap-anywhere">{name}</span>
      <Button
        ref={editButton}
        variant="ghost"
        size="icon"
        aria-label="Edit display name"
        className="shrink-0"
        onClick={() => setEditing(true)}
      >
        <Pencil aria-hidden className="size-4.5" />
      </Button>
    </p>
  )
}

function NameForm({ name, onDone }: { name: string; onDone: () => void }) {
  const dispatch = useDispatch()
  const [value, setValue] = useState(name)
  const [busy, setBusy] = useState(false)

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const changed = await changeDisplayName(value.trim())
    setBusy(false)
    if (!changed) return showError(accountMessages.profileFailed)
    showSuccess(accountMessages.profileUpdated)
    dispatch(profileChanged())
    onDone()
  }

  return (
    <form onSubmit={save} onKeyDown={({ key }) => key === 'Escape' && onDone()} className="grid w-full max-w-sm gap-3">
      <TextField
        label="Display Name"
        name="display_name"
        autoComplete="name"
        value={value}
        onChange={(event) => setValue(event.target.value)}
        maxLength={MAX_DISPLAY_NAME_LENGTH}
        pattern=".*\S.*"
        required
        autoFocus
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="small" busy={busy}>
          Save
        </Button>
        <Button variant="secondary" size="small" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
