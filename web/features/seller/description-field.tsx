import { lazy, useId } from 'react'
import { productFormMessages } from '../../../shared/catalog/product-form-messages.ts'
import { FieldError } from '../../ui/form/text-field.tsx'
import { loadCode } from '../../ui/load-code.ts'

const loadEditor = () => loadCode(() => import('./description-editor.tsx'))
const DescriptionEditor = lazy(async () => ({ default: (await loadEditor()).DescriptionEditor }))

/** Prefetches the editor; a failure is reported where the editor is shown. */
export function prefetchEditor(): void {
  loadEditor().catch(() => {})
}

interface DescriptionFieldProps {
  label?: string
  hint?: string
  required?: boolean
  initial: string
  onChange: (html: string) => void
  error: string | undefined
}

/** The details of a product as formatted text; suspends until the editor is loaded. */
export function DescriptionField({
  label = productFormMessages.details,
  hint,
  required = true,
  initial,
  onChange,
  error,
}: DescriptionFieldProps) {
  const id = useId()
  return (
    <div className="grid min-w-0 gap-1.5">
      <span id={id} className="text-sm font-medium">
        {label}
      </span>
      <DescriptionEditor
        initial={initial}
        onChange={onChange}
        labelId={id}
        required={required}
        errorId={error ? `${id}-error` : undefined}
      />
      {hint && <p className="text-sm text-muted">{hint}</p>}
      <FieldError id={`${id}-error`} text={error} />
    </div>
  )
}
