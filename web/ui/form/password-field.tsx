import { type ComponentProps, useState } from 'react'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import { TextField } from './text-field.tsx'

/** A field for a password, hidden until its button shows it. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'suffix'>) {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="off"
      spellCheck={false}
      suffix={
        <button
          type="button"
          onClick={() => setShown(!shown)}
          className="absolute inset-y-1.5 end-1.5 rounded-field px-3 text-sm font-medium text-muted hover:bg-tint hover:text-ink"
        >
          {shown ? uiMessages.hide : uiMessages.show}
        </button>
      }
    />
  )
}
