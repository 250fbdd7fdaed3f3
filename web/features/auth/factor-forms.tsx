import type { ReactNode } from 'react'
import { MAX_FACTOR_NAME_LENGTH } from '../../../shared/auth/constants.ts'
import { signInMessages } from '../../../shared/auth/messages.ts'
import { securityMessages } from '../../../shared/auth/security-messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { DraftOffer } from '../../session/draft-offer.tsx'
import { checkFactorCode } from '../../session/sign-in.ts'
import { useDraftedForm } from '../../session/use-drafted-form.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { type CheckedForm, type LoadRules, type Problem, useCheckedForm } from '../../ui/form/use-checked-form.ts'
import { showSuccess } from '../../ui/overlay/toasts.tsx'
import { CodeField, FactorForm } from './form-parts.tsx'
import { codeRules, problemOf } from './form-rules.ts'

type FactorValues = {
  friendly_name: string
  phone: string
}

interface AddFactorFormProps {
  draft: string
  title: string
  name: string
  rules: LoadRules
  children?: (field: CheckedForm<FactorValues>['field']) => ReactNode
  send: (values: FactorValues) => Promise<Problem | null>
  onCancel: () => void
}

/** The first step of adding a verification method. */
export function AddFactorForm({ draft, title, name, rules, children, send, onCancel }: AddFactorFormProps) {
  const { formProps, field, failure, busy, discard, offer } = useDraftedForm<FactorValues>(draft, {
    rules,
    defaultValues: { friendly_name: name, phone: '' },
    send,
  })
  return (
    <FactorForm
      {...formProps}
      title={title}
      failure={failure}
      submitText={signInMessages.continue}
      busy={busy}
      onCancel={() => {
        discard()
        onCancel()
      }}
    >
      <DraftOffer {...offer} />
      {children?.(field)}
      <TextField
        label={securityMessages.factorName}
        {...field('friendly_name')}
        autoComplete="off"
        maxLength={MAX_FACTOR_NAME_LENGTH}
        required
      />
    </FactorForm>
  )
}

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
