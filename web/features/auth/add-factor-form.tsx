import type { ReactNode } from 'react'
import { MAX_FACTOR_NAME_LENGTH } from '../../../shared/auth/constants.ts'
import { signInMessages } from '../../../shared/auth/messages.ts'
import { securityMessages } from '../../../shared/auth/security-messages.ts'
import { DraftOffer } from '../../session/draft-offer.tsx'
import { useDraftedForm } from '../../session/use-drafted-form.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import type { CheckedForm, LoadRules, Problem } from '../../ui/form/use-checked-form.ts'
import { FactorForm } from './form-parts.tsx'

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
