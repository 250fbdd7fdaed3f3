import { Choice } from '../../ui/choice.tsx'
import { useProblemOf } from './act-problems.ts'

interface ReasonFieldProps<Reason extends string> {
  label: string
  reasons: readonly Reason[]
  texts: Readonly<Record<Reason, string>>
  /** Empty until one is chosen. */
  value: Reason | ''
  /** Stands there until one is chosen. */
  prompt?: string
  onChange: (reason: string) => void
}

/** A choice of a reason. */
export function ReasonField<Reason extends string>({ reasons, texts, prompt, ...field }: ReasonFieldProps<Reason>) {
  const options = reasons.map((reason) => ({ value: reason as string, text: texts[reason] }))
  const error = useProblemOf('reason')
  return (
    <Choice
      {...field}
      name="reason"
      error={error}
      options={prompt ? [{ value: '', text: prompt }, ...options] : options}
    />
  )
}
