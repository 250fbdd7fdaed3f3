import { type FormEvent, useId, useRef, useState } from 'react'
import { MAX_MESSAGE_LENGTH, type MessageRole } from '../../../shared/conversations/constants.ts'
import { conversationErrors } from '../../../shared/conversations/errors.ts'
import { conversationMessages } from '../../../shared/conversations/messages.ts'
import { messageTextSchema } from '../../../shared/conversations/schema.ts'
import { canRetry, failureText } from '../../api/failure-text.ts'
import { DraftOffer } from '../../session/draft-offer.tsx'
import { useDraft } from '../../session/use-draft.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { inputLook, Labelled } from '../../ui/form/text-field.tsx'
import { useSendMessageMutation } from './conversations-api.ts'

interface Problem {
  text: string
  retry: boolean
  isEmpty?: boolean
}

const NOTHING = { text: '', message_id: '' }

/** Writes a message. The draft includes its id, so that a retry stores it once. */
export function MessageForm({ base, reader }: { base: string; reader: MessageRole }) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const { values, change, offer } = useDraft(`${base}/message`, NOTHING)
  const [send, { isLoading }] = useSendMessageMutation()
  const [problem, setProblem] = useState<Problem>()
  const [isSent, setSent] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isLoading) return
    setSent(false)
    const text = messageTextSchema.safeParse(values.text)
    if (!text.success) {
      setProblem({ text: conversationMessages.empty, retry: false, isEmpty: true })
      return field.current?.focus()
    }
    setProblem(undefined)
    const message = { message_id: values.message_id || crypto.randomUUID(), text: text.data }
    change({ text: values.text, message_id: message.message_id })
    const { error } = await send({ base, message })
    if (error) {
      const { sendFailed } = conversationMessages
      return setProblem({ text: failureText(error, conversationErrors, sendFailed), retry: canRetry(error) })
    }
    change(NOTHING)
    setSent(true)
  }

  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-3">
      <DraftOffer {...offer} />
      <Labelled
        id={id}
        label={conversationMessages.write}
        hint={reader === 'admin' ? conversationMessages.hintAdmin : conversationMessages.hint()}
      >
        <textarea
          id={id}
          dir="auto"
          rows={3}
          maxLength={MAX_MESSAGE_LENGTH}
          value={values.text}
          readOnly={isLoading}
          ref={field}
          aria-invalid={problem?.isEmpty}
          aria-describedby={`${id}-hint${problem?.isEmpty ? ` ${id}-problem` : ''}`}
          onChange={({ target }) => {
            setSent(false)
            if (problem?.isEmpty) setProblem(undefined)
            change({ text: target.value, message_id: '' })
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
          }}
          className={`${inputLook} py-2.5 wrap-anywhere`}
        />
      </Labelled>
      <FailureNote id={`${id}-problem`} text={problem?.text} onRetry={problem?.retry ? 'submit' : undefined} />
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
        <p role="status" className="text-sm text-muted">
          {isLoading ? conversationMessages.sending : isSent && conversationMessages.sent}
        </p>
        <Button type="submit" busy={isLoading}>
          {conversationMessages.send}
        </Button>
      </div>
    </form>
  )
}
