import type { Factor } from '@supabase/auth-js'
import type { ChangeEvent, ComponentProps } from 'react'
import { MAX_CODE_LENGTH } from '../../../shared/auth/constants.ts'
import { signInMessages } from '../../../shared/auth/messages.ts'
import { securityMessages } from '../../../shared/auth/security-messages.ts'
import { TextField } from '../../ui/form/text-field.tsx'

interface CodeFieldProps {
  label?: string
  hint?: string
  /** The props that the form hook returns for this field. */
  field: Pick<ComponentProps<typeof TextField>, 'name' | 'onBlur' | 'ref' | 'error' | 'problemId'> & {
    onChange: (event: ChangeEvent<HTMLInputElement>) => unknown
  }
}

/** A field for a numeric code; pasted spaces and dashes are removed. */
export function CodeField({ label = signInMessages.code, hint, field }: CodeFieldProps) {
  return (
    <TextField
      label={label}
      hint={hint}
      {...field}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="off"
      spellCheck={false}
      onChange={(event) => {
        const digits = event.target.value.replace(/\D/g, '').slice(0, MAX_CODE_LENGTH)
        if (digits !== event.target.value) event.target.value = digits
        return field.onChange(event)
      }}
      required
    />
  )
}

/** Returns the user's name for a verification method, with the last digits of a phone. */
export function factorTitle(factor: Pick<Factor, 'friendly_name' | 'factor_type'> & { phone?: string }): string {
  const { friendly_name, factor_type, phone } = factor
  if (factor_type !== 'phone') return friendly_name || signInMessages.authenticatorApp
  const name = friendly_name || signInMessages.phone
  return phone ? signInMessages.phoneTitle(name, phone.slice(-3)) : name
}

/** Returns the default name of a method, numbered when that name is taken. */
export function freeName(kind: string, taken: readonly string[]): string {
  let name = kind
  for (let number = 2; taken.includes(name); number++) name = securityMessages.numberedName(kind, number)
  return name
}
