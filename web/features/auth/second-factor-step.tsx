import type { Factor, User } from '@supabase/auth-js'
import { useState } from 'react'
import { signInMessages } from '../../../shared/auth/messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { cancelSignIn, checkFactorCode, requestPhoneCode } from '../../session/second-factor.ts'
import { verifiedFactorsOf } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { useCheckedForm } from '../../ui/form/use-checked-form.ts'
import { useFailure } from '../../ui/form/use-failures.ts'
import { useConfirmSignIn } from './account-api.ts'
import { AuthenticationFrame } from './authentication-frame.tsx'
import { CodeField, factorTitle } from './code-field.tsx'
import { StatusNote, TextButton } from './form-parts.tsx'
import { codeRules, problemOf } from './form-rules.ts'

/** The second sign-in step: a code from one of the user's verification methods. */
export function SecondFactorStep({ user }: { user: User }) {
  const factors = verifiedFactorsOf(user)
  const dispatch = useAppDispatch()
  const [chosenId, setChosenId] = useState(factors[0]?.id ?? '')
  const chosen = factors.find(({ id }) => id === chosenId)
  const { report, clear, note } = useFailure()

  async function cancel() {
    clear()
    await dispatch(cancelSignIn()).catch(() => report({ text: signInMessages.unreachable, retry: cancel }))
  }

  return (
    <AuthenticationFrame heading={signInMessages.secondFactorHeading} takesFocus>
      {factors.length > 1 && (
        <RadioGroup
          legend={signInMessages.confirmWith}
          name="factor"
          options={factors.map((factor) => ({ value: factor.id, label: factorTitle(factor) }))}
          value={chosenId}
          onChange={setChosenId}
        />
      )}
      {chosen?.factor_type === 'totp' && <AuthenticatorForm key={chosen.id} factor={chosen} />}
      {chosen?.factor_type === 'phone' && <PhoneForm key={chosen.id} factor={chosen} />}
      <p className="border-t border-line pt-4 text-center">
        <TextButton onClick={cancel}>{signInMessages.signInAsOther}</TextButton>
      </p>
      <FailureNote {...note} />
    </AuthenticationFrame>
  )
}

function AuthenticatorForm({ factor }: { factor: Factor }) {
  const { formProps, field, failure, busy } = useFactorCode(factor)
  return (
    <form {...formProps} className="grid gap-4">
      <CodeField hint={signInMessages.appCodeHint(factorTitle(factor))} field={field('code')} />
      <FailureNote {...failure} />
      <Button type="submit" size="large" busy={busy}>
        {signInMessages.confirm}
      </Button>
    </form>
  )
}

function PhoneForm({ factor }: { factor: Factor }) {
  const [challengeId, setChallengeId] = useState<string>()
  const { formProps, field, failure, busy } = useFactorCode(factor, challengeId)
  return (
    <div className="grid gap-4">
      {challengeId !== undefined && (
        <form {...formProps} className="grid gap-4">
          <StatusNote>{signInMessages.codeTextedTo(factorTitle(factor))}</StatusNote>
          <CodeField field={field('code')} />
          <FailureNote {...failure} />
          <Button type="submit" size="large" busy={busy}>
            {signInMessages.confirm}
          </Button>
        </form>
      )}
      <SendCode factor={factor} isSent={challengeId !== undefined} onSent={setChallengeId} />
    </div>
  )
}

function SendCode({ factor, isSent, onSent }: { factor: Factor; isSent: boolean; onSent: (id: string) => void }) {
  const dispatch = useAppDispatch()
  const { report, clear, note } = useFailure()
  const [busy, setBusy] = useState(false)

  async function send() {
    clear()
    setBusy(true)
    const refusal = await dispatch(requestPhoneCode(factor, onSent))
    setBusy(false)
    if (refusal) report({ text: refusal.text, retry: refusal.canRetry ? send : undefined })
  }

  return (
    <div className="grid gap-4">
      <FailureNote {...note} />
      <Button size="large" variant={isSent ? 'secondary' : 'primary'} busy={busy} onClick={send}>
        {isSent ? signInMessages.sendAnotherCode : signInMessages.sendCode}
      </Button>
    </div>
  )
}

function useFactorCode(factor: Factor, challengeId?: string) {
  const dispatch = useAppDispatch()
  const confirmSignIn = useConfirmSignIn()
  return useCheckedForm({
    rules: codeRules,
    defaultValues: { code: '' },
    send: async ({ code }) => {
      const refusal = await dispatch(checkFactorCode(factor, code, challengeId))
      if (!refusal) confirmSignIn()
      return problemOf(refusal)
    },
  })
}
