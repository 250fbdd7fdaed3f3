import type { Factor, User } from '@supabase/auth-js'
import { useState } from 'react'
import { securityMessages } from '../../../shared/account/security-messages.ts'
import { checkFactorCode, leaveHalfWay, requestPhoneCode } from '../../session/second-factor.ts'
import { Button } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/text-field.tsx'
import { showError } from '../../ui/toasts.tsx'
import { AuthenticationFrame } from './authentication-frame.tsx'
import { CodeField } from './code-field.tsx'
import { factorTitle } from './factor-title.ts'
import { ProblemNote, StatusNote } from './form-notes.tsx'
import { TextButton } from './text-link.tsx'
import { useSaySignedIn } from './use-say-signed-in.ts'
import { textOf, useSubmit } from './use-submit.ts'

/** The second of two sign-in steps: a code of one of the things the person has set up. */
export function SecondFactorStep({ person }: { person: User }) {
  const factors = (person.factors ?? []).filter(({ status }) => status === 'verified')
  const [chosenId, setChosenId] = useState(factors[0]?.id ?? '')
  const chosen = factors.find(({ id }) => id === chosenId)
  return (
    <AuthenticationFrame heading={securityMessages.secondFactorHeading} takesFocus>
      {factors.length > 1 && (
        <RadioGroup
          legend="Confirm with"
          name="factor"
          options={factors.map((factor) => ({ value: factor.id, label: factorTitle(factor) }))}
          value={chosenId}
          onChange={setChosenId}
        />
      )}
      {chosen?.factor_type === 'totp' && <AuthenticatorForm key={chosen.id} factor={chosen} />}
      {chosen?.factor_type === 'phone' && <PhoneForm key={chosen.id} factor={chosen} />}
      <p className="border-t border-line pt-4 text-center">
        <TextButton onClick={() => leaveHalfWay().catch(() => showError(securityMessages.noAnswer))}>
          Sign in as somebody else
        </TextButton>
      </p>
    </AuthenticationFrame>
  )
}

function AuthenticatorForm({ factor }: { factor: Factor }) {
  const { problem, busy, submit } = useFactorCode(factor)
  return (
    <form onSubmit={submit} className="grid gap-4">
      <CodeField hint={`Open ${factorTitle(factor)} and type the six digits it shows.`} />
      <ProblemNote text={problem} />
      <Button type="submit" size="large" busy={busy}>
        Confirm
      </Button>
    </form>
  )
}

function PhoneForm({ factor }: { factor: Factor }) {
  const [challengeId, setChallengeId] = useState<string>()
  const { problem, busy, submit } = useFactorCode(factor, challengeId)
  const sending = useSubmit(async () => (await requestPhoneCode(factor, setChallengeId))?.text ?? null)
  return (
    <div className="grid gap-4">
      {challengeId !== undefined && (
        <form onSubmit={submit} className="grid gap-4">
          <StatusNote>A text message with a code is on its way to {factorTitle(factor)}.</StatusNote>
          <CodeField />
          <ProblemNote text={problem} />
          <Button type="submit" size="large" busy={busy}>
            Confirm
          </Button>
        </form>
      )}
      <form onSubmit={sending.submit} className="grid gap-4">
        <ProblemNote text={sending.problem} />
        <Button
          type="submit"
          size="large"
          variant={challengeId === undefined ? 'primary' : 'secondary'}
          busy={sending.busy}
        >
          {challengeId === undefined ? 'Send code' : 'Send another code'}
        </Button>
      </form>
    </div>
  )
}

function useFactorCode(factor: Factor, challengeId?: string) {
  const saySignedIn = useSaySignedIn()
  return useSubmit(async (form) => {
    const refusal = await checkFactorCode(factor, textOf(form, 'code'), challengeId)
    if (!refusal) saySignedIn()
    return refusal?.text ?? null
  })
}
