import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { MAX_EMAIL_LENGTH } from '../../../shared/account/constants.ts'
import { securityMessages } from '../../../shared/account/security-messages.ts'
import { type Arrival, type ArrivalStep, returnAddress } from '../../session/arrive-by-link.ts'
import { requestMail, signInWithCode } from '../../session/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showError, showSuccess } from '../../ui/toasts.tsx'
import { AuthenticationFrame } from './authentication-frame.tsx'
import { headingOf, MAIL_STEPS, type MailStep, stepPath } from './authentication-steps.ts'
import { CodeField } from './code-field.tsx'
import { ProblemNote, StatusNote } from './form-notes.tsx'
import { TextButton, TextLink } from './text-link.tsx'
import { useSaySignedIn } from './use-say-signed-in.ts'
import { textOf, useSubmit } from './use-submit.ts'

const LEADS: Record<MailStep, string> = {
  'forgot-password': securityMessages.forgotLead,
  'email-code': securityMessages.emailCodeLead,
  'confirm-email': securityMessages.confirmLead,
}
const ARRIVALS: Record<MailStep, ArrivalStep> = {
  'forgot-password': 'new-password',
  'email-code': 'arrived',
  'confirm-email': 'confirmed',
}

/** Asks for an address, has a mail sent to it, and takes the code in that mail; its link does the same. */
export function MailedCodeStep({ step, arrival }: { step: MailStep; arrival: Arrival }) {
  const [query] = useSearchParams()
  // Who was just asked to confirm has a mail already.
  const given: unknown = useLocation().state?.email
  const [email, setEmail] = useState(typeof given === 'string' ? given : null)
  const send = async (address: string) => {
    const returnTo = returnAddress(ARRIVALS[step], { from: query.get('from'), action: query.get('action') })
    return (await requestMail(MAIL_STEPS[step], address, returnTo))?.text ?? null
  }
  return (
    <AuthenticationFrame heading={headingOf(step)} takesFocus>
      <p className="-mt-3 text-muted">{LEADS[step]}</p>
      {email === null ? (
        <AddressForm arrival={arrival} send={send} onSent={setEmail} />
      ) : (
        <CodeForm step={step} email={email} send={send} />
      )}
      <p className="border-t border-line pt-4 text-center">
        <TextLink to={stepPath(query, null)}>Back to sign in</TextLink>
      </p>
    </AuthenticationFrame>
  )
}

interface AddressFormProps {
  arrival: Arrival
  send: (email: string) => Promise<string | null>
  onSent: (email: string) => void
}

function AddressForm({ arrival, send, onSent }: AddressFormProps) {
  const { problem, busy, submit } = useSubmit(async (form) => {
    const email = textOf(form, 'email')
    const refused = await send(email)
    if (refused === null) onSent(email)
    return refused
  })
  return (
    <form onSubmit={submit} className="grid gap-4">
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        maxLength={MAX_EMAIL_LENGTH}
        required
      />
      <ProblemNote text={problem ?? arrival.problem} />
      <Button type="submit" size="large" busy={busy}>
        Send mail
      </Button>
    </form>
  )
}

function CodeForm({ step, email, send }: { step: MailStep; email: string; send: AddressFormProps['send'] }) {
  const saySignedIn = useSaySignedIn()
  const { problem, busy, submit } = useSubmit(async (form) => {
    const refusal = await signInWithCode(MAIL_STEPS[step], email, textOf(form, 'code'))
    if (!refusal && step !== 'forgot-password') saySignedIn()
    return refusal?.text ?? null
  })

  async function sendAgain() {
    const refused = await send(email)
    if (refused) showError(refused)
    else showSuccess(securityMessages.codeSent)
  }

  return (
    <form onSubmit={submit} className="grid gap-4">
      <StatusNote>
        {securityMessages.codeSent} <strong>{email}</strong>
      </StatusNote>
      <CodeField />
      <ProblemNote text={problem} />
      <Button type="submit" size="large" busy={busy}>
        Continue
      </Button>
      <p className="text-center">
        <TextButton onClick={sendAgain}>Send again</TextButton>
      </p>
    </form>
  )
}
