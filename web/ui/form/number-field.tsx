import type { ComponentProps } from 'react'
import { useNumberInput } from './number-input.ts'
import { TextField } from './text-field.tsx'

/** A labelled input for a number; see `useNumberInput`. */
export function NumberField(props: ComponentProps<typeof TextField>) {
  return <TextField autoComplete="off" {...props} {...useNumberInput()} />
}
