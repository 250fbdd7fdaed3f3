import type { ReactNode } from 'react'
import { securityMessages } from '../../../shared/auth/security-messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { checkFactorCode } from '../../session/second-factor.ts'
import { useCheckedForm } from '../../ui/form/use-checked-form.ts'
import { showSuccess } from '../../ui/overlay/toasts.tsx'
import { CodeField } from './code-field.tsx'
import { FactorForm } from './form-parts.tsx'
import { codeRules, problemOf } from './form-rules.ts'

interface ConfirmFactorFormProps {
  title: string
  factor: { id: string }
  /** The challenge of the text message with the code; an authenticator app needs none. */
  challengeId?: string
  codeLabel: string
  onDone: () => void
  children: ReactNode
}

/** The last step of adding a factor: a code proves that the user has it. */
export function ConfirmFactorForm(props: ConfirmFactorFormProps) {
  const { title, factor, challengeId, codeLabel, onDone, children } = props
  const dispatch = useAppDispatch()
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
    <FactorForm
      {...formProps}
      title={title}
      failure={failure}
      submitText={securityMessages.turnOn}
      busy={busy}
      onCancel={onDone}
    >
      {children}
      <CodeField label={codeLabel} field={field('code')} />
    </FactorForm>
  )
}
