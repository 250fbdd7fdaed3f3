import type { ReactNode } from 'react'
import { MAX_FACTOR_NAME_LENGTH } from '../../../shared/auth/constants.ts'
import { signInMessages } from '../../../shared/auth/messages.ts'
import { securityMessages } from '../../../shared/auth/security-messages.ts'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import { DraftOffer } from '../../session/draft-offer.tsx'
import { useDraftedForm } from '../../session/use-drafted-form.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import type { CheckedForm, LoadRules, Problem } from '../../ui/form/use-checked-form.ts'
import { useFocusFirst } from './form-parts.tsx'

type FactorValues = {
  friendly_name: string
  phone: string
}

interface AddFactorFormProps {
  /** The draft's name. */
  draft: string
  title: string
  /** The suggested name. */
  name: string
  rules: LoadRules
  /** Additional fields. */
  children?: (field: CheckedForm<FactorValues>['field']) => ReactNode
  send: (values: FactorValues) => Promise<Problem | null>
  onCancel: () => void
}

/** The first step of adding a verification method. */
export function AddFactorForm({ draft, title, name, rules, children, send, onCancel }: AddFactorFormProps) {
  const frame = useFocusFirst<HTMLFormElement>()
  const { formProps, field, failure, busy, discard, offer } = useDraftedForm<FactorValues>(draft, {
    rules,
    defaultValues: { friendly_name: name, phone: '' },
    send,
  })
  function cancel() {
    discard()
    onCancel()
  }

  return (
    <form
      ref={frame}
      {...formProps}
      aria-label={title}
      className="grid scroll-my-28 gap-4 rounded-xl border border-line p-4"
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
      <FailureNote {...failure} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {signInMessages.continue}
        </Button>
        <Button variant="ghost" onClick={cancel}>
          {uiMessages.cancel}
        </Button>
      </div>
    </form>
  )
}
