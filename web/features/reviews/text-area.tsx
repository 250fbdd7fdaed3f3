import { type ComponentProps, useState } from 'react'
import { MAX_REVIEW_LENGTH } from '../../../shared/reviews/constants.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { readDraft, writeDraft } from '../../session/form-drafts.ts'
import { TextArea } from '../../ui/form/fields.tsx'

/** Returns a text that is stored as a draft of this tab until it is dropped, and its setters. */
export function useDraftText(name: string, saved: string) {
  const dispatch = useAppDispatch()
  const [text, setText] = useState(() => {
    const stored = dispatch(readDraft(name))
    return typeof stored === 'string' ? stored : saved
  })
  const change = (typed: string) => {
    setText(typed)
    dispatch(writeDraft(name, typed === saved ? undefined : typed))
  }
  return { text, change, drop: () => void dispatch(writeDraft(name, undefined)) }
}

interface ReviewTextAreaProps extends Omit<ComponentProps<typeof TextArea>, 'onChange'> {
  onChange: (text: string) => void
}

/** The field for the text of a review, or of an answer to one. */
export function ReviewTextArea({ onChange, ...props }: ReviewTextAreaProps) {
  return (
    <TextArea
      {...props}
      rows={4}
      maxLength={MAX_REVIEW_LENGTH}
      onChange={({ target }) => onChange(target.value)}
      className="py-2.5"
    />
  )
}
