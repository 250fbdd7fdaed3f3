import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ProblemNote } from './form-notes.tsx'
import { useFocusFirst } from './use-focus-first.ts'
import { useSubmit } from './use-submit.ts'

const MAX_NAME_LENGTH = 100

interface AddFactorFormProps {
  title: string
  /** What it is called unless the person says otherwise. */
  name: string
  /** Further fields. */
  children?: ReactNode
  send: (form: FormData) => Promise<string | null>
  onCancel: () => void
}

/** How adding a second sign-in step begins. */
export function AddFactorForm({ title, name, children, send, onCancel }: AddFactorFormProps) {
  const form = useFocusFirst<HTMLFormElement>()
  const { problem, busy, submit } = useSubmit(send)
  return (
    <form
      ref={form}
      onSubmit={submit}
      aria-label={title}
      className="grid scroll-my-28 gap-4 rounded-xl border border-line p-4"
    >
      {children}
      <TextField
        label="Name"
        name="friendly_name"
        defaultValue={name}
        autoComplete="off"
        maxLength={MAX_NAME_LENGTH}
        pattern=".*\S.*"
        required
      />
      <ProblemNote text={problem} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          Continue
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
