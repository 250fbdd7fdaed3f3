import { useLocation } from 'react-router'
import { MAX_EMAIL_LENGTH } from '../../../shared/accounts/constants.ts'
import { securityMessages } from '../../../shared/auth/security-messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { changeEmail } from '../../session/change-account.ts'
import { DraftOffer } from '../../session/draft-offer.tsx'
import { useDraftedForm } from '../../session/use-drafted-form.ts'
import { useAccount, useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { showSuccess } from '../../ui/overlay/toasts.tsx'
import { Sentence } from '../../ui/text.tsx'
import { StatusNote } from './form-parts.tsx'
import { emailRules, problemOf } from './form-rules.ts'

/** Requests a new email address, and shows the one that is not confirmed yet. */
export function EmailForm() {
  const dispatch = useAppDispatch()
  const { email } = useSession()
  const new_email: unknown = useAccount()?.new_email
  const { pathname, search } = useLocation()
  const { formProps, field, form, failure, busy, offer } = useDraftedForm('email', {
    rules: emailRules,
    defaultValues: { email: '' },
    send: async (values) => {
      const refusal = await dispatch(changeEmail(values.email, pathname + search))
      if (refusal) return problemOf(refusal)
      form.reset({ email: '' })
      showSuccess(securityMessages.emailChangeRequested)
      return null
    },
  })
  return (
    <form {...formProps} className="grid gap-4">
      <p className="text-muted wrap-anywhere">
        <Sentence
          message={securityMessages.yourEmail}
          values={{ address: <strong className="font-medium text-ink">{email}</strong> }}
        />
      </p>
      {typeof new_email === 'string' && new_email && (
        <StatusNote>
          <Sentence message={securityMessages.emailChangePending} values={{ address: <strong>{new_email}</strong> }} />
        </StatusNote>
      )}
      <DraftOffer {...offer} />
      <TextField
        label={securityMessages.newEmail}
        {...field('email')}
        type="email"
        autoComplete="email"
        maxLength={MAX_EMAIL_LENGTH}
        required
      />
      <FailureNote {...failure} />
      <Button type="submit" variant="secondary" busy={busy} className="justify-self-start">
        {securityMessages.changeEmail}
      </Button>
    </form>
  )
}
