import { useId, useState } from 'react'
import { MAX_REVIEW_LENGTH } from '../../../shared/reviews/constants.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { readDraft, writeDraft } from '../../session/form-drafts.ts'
import { inputLook } from '../../ui/form/text-field.tsx'

/** Returns a text that is being written, which this tab keeps under a name until it is dropped, and how to change it. */
export function useDraftText(
  name: string,
  saved: string,
): { text: string; change: (text: string) => void; drop: () => void } {
  const dispatch = useAppDispatch()
  const [text, setText] = useState(() => {
    const kept = dispatch(readDraft(name))
    return typeof kept === 'string' ? kept : saved
  })
  const change = (typed: string) => {
    setText(typed)
    dispatch(writeDraft(name, typed === saved ? undefined : typed))
  }
  return { text, change, drop: () => void dispatch(writeDraft(name, undefined)) }
}

interface TextAreaProps {
  label: string
  hint: string
  error?: string | undefined
  value: string
  onChange: (text: string) => void
}

/** A labelled field for several lines. */
export function TextArea({ label, hint, error, value, onChange }: TextAreaProps) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <textarea
        id={id}
        rows={4}
        maxLength={MAX_REVIEW_LENGTH}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
        onChange={({ target }) => onChange(target.value)}
        className={`${inputLook} py-2.5`}
      />
      <p id={`${id}-hint`} className="text-sm text-muted">
        {hint}
      </p>
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
