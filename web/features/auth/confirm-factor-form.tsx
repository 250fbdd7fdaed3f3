import type { ReactNode } from 'react'
import { securityMessages } from '../../../shared/auth/security-messages.ts'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { checkFactorCode } from '../../session/second-factor.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { useCheckedForm } from '../../ui/form/use-checked-form.ts'
import { showSuccess } from '../../ui/overlay/toasts.tsx'
import { CodeField } from './code-field.tsx'
import { useFocusFirst } from './form-parts.tsx'
import { codeRules, problemOf } from './form-rules.ts'

interface ConfirmFactorFormProps {
  title: string
  factor: { id: string }
  /** The challenge of the text message with the code; an authenticator app needs none. */
  challengeId?: string
  codeLabel: string
  onDone: () => void
  /** Tells the user how to get a code. */
  children: ReactNode
}

/** The last step of adding a factor: a code proves that the user has it. */
export function ConfirmFactorForm(props: ConfirmFactorFormProps) {
  const { title, factor, challengeId, codeLabel, onDone, children } = props
  const dispatch = useAppDispatch()
  const frame = useFocusFirst<HTMLFormElement>()
  const { formProps, field, failure, busy } = useCheckedForm({
    rules: codeRules,
    defaultValues: { code: '' },
    send: async ({ code }) => {
      const refusal = await dispatch(checkFactorCode(factor, code, challengeId))
      if (refusal) return problemOf(refusal)
      showSuccess(securityMessages.factorAdded)
      onDone()
      return null
    },
  })

  return (
    <form
      ref={frame}
      {...formProps}
      aria-label={title}
      className="grid scroll-my-28 gap-4 rounded-xl border border-line p-4"
    >
      {children}
      <CodeField label={codeLabel} field={field('code')} />
      <FailureNote {...failure} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {securityMessages.turnOn}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          {uiMessages.cancel}
        </Button>
      </div>
    </form>
  )
}
