import type { Factor, User } from '@supabase/auth-js'
import { type ReactNode, useState } from 'react'
import { signInMessages } from '../../../shared/auth/messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { cancelSignIn, checkFactorCode, requestPhoneCode } from '../../session/sign-in.ts'
import { verifiedFactorsOf } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { useCheckedForm } from '../../ui/form/use-checked-form.ts'
import { useFailure } from '../../ui/form/use-failures.ts'
import { useConfirmSignIn } from './account-api.ts'
import { AuthenticationFrame } from './authentication-frame.tsx'
import { CodeField, factorTitle, StatusNote, TextButton, useAccountAction } from './form-parts.tsx'
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
      {chosen?.factor_type === 'totp' && (
        <FactorCodeForm
          key={chosen.id}
          factor={chosen}
          hint={signInMessages.appCodeHint({ name: factorTitle(chosen) })}
        />
      )}
      {chosen?.factor_type === 'phone' && <PhoneForm key={chosen.id} factor={chosen} />}
      <p className="border-t border-line pt-4 text-center">
        <TextButton onClick={cancel}>{signInMessages.signInAsOther}</TextButton>
      </p>
      <FailureNote {...note} />
    </AuthenticationFrame>
  )
}

function PhoneForm({ factor }: { factor: Factor }) {
  const [challengeId, setChallengeId] = useState<string>()
  return (
    <div className="grid gap-4">
      {challengeId !== undefined && (
        <FactorCodeForm factor={factor} challengeId={challengeId}>
          <StatusNote>{signInMessages.codeTextedTo({ name: factorTitle(factor) })}</StatusNote>
        </FactorCodeForm>
      )}
      <SendCode factor={factor} isSent={challengeId !== undefined} onSent={setChallengeId} />
    </div>
  )
}

interface FactorCodeFormProps {
  factor: Factor
  /** The challenge of the text message with the code; an authenticator app needs none. */
  challengeId?: string
  hint?: string
  children?: ReactNode
}

function FactorCodeForm({ factor, challengeId, hint, children }: FactorCodeFormProps) {
  const dispatch = useAppDispatch()
  const confirmSignIn = useConfirmSignIn()
  const { formProps, field, failure, busy } = useCheckedForm({
    rules: codeRules,
    defaultValues: { code: '' },
    send: async ({ code }) => {
      const refusal = await dispatch(checkFactorCode(factor, code, challengeId))
      if (!refusal) confirmSignIn()
      return problemOf(refusal)
    },
  })
  return (
    <form {...formProps} className="grid gap-4">
      {children}
      <CodeField hint={hint} field={field('code')} />
      <FailureNote {...failure} />
      <Button type="submit" size="large" busy={busy}>
        {signInMessages.confirm}
      </Button>
    </form>
  )
}

function SendCode({ factor, isSent, onSent }: { factor: Factor; isSent: boolean; onSent: (id: string) => void }) {
  const { run, busy, note } = useAccountAction(() => requestPhoneCode(factor, onSent))

  return (
    <div className="grid gap-4">
      <FailureNote {...note} />
      <Button size="large" variant={isSent ? 'secondary' : 'primary'} busy={busy} onClick={run}>
        {isSent ? signInMessages.sendAnotherCode : signInMessages.sendCode}
      </Button>
    </div>
  )
}
