import type { ComponentProps } from 'react'
import { Choice, TextArea } from '../../ui/form/fields.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useProblemOf } from './dialog-errors.ts'

/** A text field of an `ActionDialog`, which shows its error. */
export function DialogField({ name, ...props }: ComponentProps<typeof TextField> & { name: string }) {
  return <TextField {...props} name={name} error={useProblemOf(name)} />
}

/** A choice of an `ActionDialog`, which shows its error. */
export function DialogChoice({ name, ...props }: ComponentProps<typeof Choice> & { name: string }) {
  return <Choice {...props} name={name} error={useProblemOf(name)} />
}

/** A field for several lines of an `ActionDialog`, which shows its error. */
export function DialogTextArea({ name, ...props }: ComponentProps<typeof TextArea> & { name: string }) {
  return <TextArea autoComplete="off" {...props} name={name} error={useProblemOf(name)} />
}

interface ReasonFieldProps<Reason extends string> {
  label: string
  reasons: readonly Reason[]
  texts: Readonly<Record<Reason, string>>
  /** Empty until one is chosen. */
  value: Reason | ''
  prompt?: string
  onChange: (reason: string) => void
}

/** A choice of a reason. */
export function ReasonField<Reason extends string>({ reasons, texts, prompt, ...field }: ReasonFieldProps<Reason>) {
  const options = reasons.map((reason) => ({ value: reason as string, text: texts[reason] }))
  return (
    <DialogChoice {...field} name="reason" options={prompt ? [{ value: '', text: prompt }, ...options] : options} />
  )
}
