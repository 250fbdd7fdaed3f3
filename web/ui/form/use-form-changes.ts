import { useEffect, useEffectEvent } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

/** Calls `onChange` with all values after each change of a form's value, without rendering. */
export function useFormChanges<Values extends FieldValues>(
  { subscribe }: UseFormReturn<Values>,
  onChange: (values: Values) => void,
): void {
  const changed = useEffectEvent(onChange)
  useEffect(() => subscribe({ formState: { values: true }, callback: ({ values }) => changed(values) }), [subscribe])
}
