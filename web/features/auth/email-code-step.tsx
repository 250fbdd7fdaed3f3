import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { signInMessages } from '../../../shared/auth/messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { type LinkResult, type LinkStep, returnAddress } from '../../session/auth-link.ts'
import type { Refusal } from '../../session/call-auth.ts'
import { requestEmail, signInWithCode } from '../../session/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { useCheckedForm } from '../../ui/form/use-checked-form.ts'
import { showSuccess } from '../../ui/overlay/toasts.tsx'
import { useConfirmSignIn } from './account-api.ts'
import { AuthenticationFrame } from './authentication-frame.tsx'
import { EMAIL_STEPS, type EmailStep, headingOf, stepPath } from './authentication-steps.ts'
import {
  CodeField,
  EmailField,
  StatusNote,
  TextButton,
  TextLink,
  useAccountAction,
  useFocusFirst,
} from './form-parts.tsx'
import { codeRules, emailRules, problemOf } from './form-rules.ts'

const INTRODUCTIONS: Record<EmailStep, string> = {
  'forgot-password': signInMessages.forgotLead,
  'email-code': signInMessages.emailCodeLead,
  'confirm-email': signInMessages.confirmLead,
}
const LINK_STEPS: Record<EmailStep, LinkStep> = {
  'forgot-password': 'new-password',
  'email-code': 'arrived',
  'confirm-email': 'confirmed',
}

/** Emails a code and a link to an address, then checks the code; the link does the same. */
export function EmailCodeStep({ step, linkResult }: { step: EmailStep; linkResult: LinkResult }) {
  const [query] = useSearchParams()
  const dispatch = useAppDispatch()
  // After sign-up the email has already been sent.
  const initial: unknown = useLocation().state?.email
  const [email, setEmail] = useState(typeof initial === 'string' ? initial : null)
  const send = async (address: string) => {
    const returnTo = returnAddress(LINK_STEPS[step], { from: query.get('from'), action: query.get('action') })
    return dispatch(requestEmail(EMAIL_STEPS[step], address, returnTo))
  }
  return (
    <AuthenticationFrame heading={headingOf(step)} takesFocus>
      <p className="-mt-3 text-muted">{INTRODUCTIONS[step]}</p>
      {email === null ? (
        <AddressForm linkResult={linkResult} send={send} onSent={setEmail} />
      ) : (
        <CodeForm step={step} email={email} send={send} />
      )}
      <p className="border-t border-line pt-4 text-center">
        <TextLink to={stepPath(query, null)}>{signInMessages.backToSignIn}</TextLink>
      </p>
    </AuthenticationFrame>
  )
}

interface AddressFormProps {
  linkResult: LinkResult
  send: (email: string) => Promise<Refusal | null>
  onSent: (email: string) => void
}

function AddressForm({ linkResult, send, onSent }: AddressFormProps) {
  const { formProps, field, failure, busy } = useCheckedForm({
    rules: emailRules,
    defaultValues: { email: '' },
    send: async ({ email }) => {
      const refused = await send(email)
      if (refused === null) onSent(email)
      return problemOf(refused)
    },
  })
  return (
    <form {...formProps} className="grid gap-4">
      <EmailField {...field('email')} autoComplete="username" />
      <FailureNote {...(failure.text ? failure : { text: linkResult.problem })} />
      <Button type="submit" size="large" busy={busy}>
        {signInMessages.sendEmail}
      </Button>
    </form>
  )
}

function CodeForm({ step, email, send }: { step: EmailStep; email: string; send: AddressFormProps['send'] }) {
  const frame = useFocusFirst()
  const dispatch = useAppDispatch()
  const confirmSignIn = useConfirmSignIn()
  const { formProps, field, failure, busy } = useCheckedForm({
    rules: codeRules,
    defaultValues: { code: '' },
    send: async ({ code }) => {
      const refusal = await dispatch(signInWithCode(EMAIL_STEPS[step], email, code))
      if (!refusal && step !== 'forgot-password') confirmSignIn()
      return problemOf(refusal)
    },
  })
  const resend = useAccountAction(
    () => () => send(email),
    () => showSuccess(signInMessages.codeSent),
  )

  return (
    <form ref={frame} {...formProps} className="grid gap-4">
      <StatusNote>
        {step === 'confirm-email' ? signInMessages.confirmSent : signInMessages.codeSent}{' '}
        <strong className="block">{email}</strong>
      </StatusNote>
      <CodeField field={field('code')} />
      <FailureNote {...failure} />
      <Button type="submit" size="large" busy={busy}>
        {signInMessages.continue}
      </Button>
      <p className="text-center">
        <TextButton onClick={resend.run}>{signInMessages.sendAgain}</TextButton>
      </p>
      <FailureNote {...resend.note} />
    </form>
  )
}
