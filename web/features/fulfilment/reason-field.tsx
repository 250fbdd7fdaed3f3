import { Choice } from '../../ui/choice.tsx'

interface ReasonFieldProps<Reason extends string> {
  label: string
  reasons: readonly Reason[]
  texts: Readonly<Record<Reason, string>>
  value: Reason
  onChange: (reason: string) => void
}

/** A choice of a reason. */
export function ReasonField<Reason extends string>({ reasons, texts, ...field }: ReasonFieldProps<Reason>) {
  return <Choice {...field} options={reasons.map((reason) => ({ value: reason, text: texts[reason] }))} />
}
