import { lazy, useId } from 'react'
import { FieldError } from '../form/text-field.tsx'
import { loadCode } from '../load-code.ts'

const loadEditor = () => loadCode(() => import('./rich-text-editor.tsx'))
const RichTextEditor = lazy(async () => ({ default: (await loadEditor()).RichTextEditor }))

/** Prefetches the editor; a failure is reported where the editor is shown. */
export function prefetchEditor(): void {
  loadEditor().catch(() => {})
}

interface RichTextFieldProps {
  label: string
  hint?: string
  required?: boolean
  initial: string
  onChange: (html: string) => void
  error: string | undefined
}

/** A field for formatted text; suspends until the editor is loaded. */
export function RichTextField({ label, hint, required = true, initial, onChange, error }: RichTextFieldProps) {
  const id = useId()
  return (
    <div className="grid min-w-0 gap-1.5">
      <span id={id} className="text-sm font-medium">
        {label}
      </span>
      <RichTextEditor
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
