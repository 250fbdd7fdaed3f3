import { useId } from 'react'
import { inputLook } from '../../ui/text-field.tsx'

interface ReasonFieldProps<Reason extends string> {
  label: string
  reasons: readonly Reason[]
  texts: Readonly<Record<Reason, string>>
  value: Reason
  onChange: (reason: string) => void
}

/** A choice of a reason. */
export function ReasonField<Reason extends string>(props: ReasonFieldProps<Reason>) {
  const { label, reasons, texts, value, onChange } = props
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)} className={inputLook}>
        {reasons.map((reason) => (
          <option key={reason} value={reason}>
            {texts[reason]}
          </option>
        ))}
      </select>
    </div>
  )
}
