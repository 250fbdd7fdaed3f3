import { ActChoice } from './act-fields.tsx'

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
  return <ActChoice {...field} name="reason" options={prompt ? [{ value: '', text: prompt }, ...options] : options} />
}
