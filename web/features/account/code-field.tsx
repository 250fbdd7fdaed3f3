import type { ComponentProps } from 'react'
import { MAX_CODE_LENGTH, MIN_CODE_LENGTH } from '../../../shared/account/constants.ts'
import { TextField } from '../../ui/text-field.tsx'

/** A field for a code of digits, named `code`; what is pasted around them (blanks, dashes) is left out. */
export function CodeField({
  label = 'Code',
  hint,
}: Pick<ComponentProps<typeof TextField>, 'hint'> & { label?: string }) {
  return (
    <TextField
      label={label}
      hint={hint}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="off"
      spellCheck={false}
      pattern={`\\d{${MIN_CODE_LENGTH},${MAX_CODE_LENGTH}}`}
      title={`${MIN_CODE_LENGTH} digits`}
      onInput={({ currentTarget }) => {
        const digits = currentTarget.value.replace(/\D/g, '').slice(0, MAX_CODE_LENGTH)
        if (digits !== currentTarget.value) currentTarget.value = digits
      }}
      required
    />
  )
}
