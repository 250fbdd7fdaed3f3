import { useState } from 'react'
import { signInMessages } from '../../../shared/auth/messages.ts'
import { securityMessages } from '../../../shared/auth/security-messages.ts'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { beginPhone } from '../../session/change-account.ts'
import { checkFactorCode, requestPhoneCode } from '../../session/second-factor.ts'
import { Button } from '../../ui/button.tsx'
import { useCheckedForm } from '../../ui/form/use-checked-form.ts'
import { TextField } from '../../ui/text-field.tsx'
import { showSuccess } from '../../ui/toasts.tsx'
import { AddFactorForm } from './add-factor-form.tsx'
import { CodeField } from './code-field.tsx'
import { freeName } from './factor-title.ts'
import { ProblemNote, StatusNote } from './form-notes.tsx'
import { codeRules, phoneRules } from './form-rules.ts'
import { useFocusFirst } from './use-focus-first.ts'

interface Challenge {
  factor: { id: string }
  challengeId: string
}

/** Adds a phone for codes by text message: first its number, then a code as proof. */
export function AddPhone({ takenNames, onDone }: { takenNames: readonly string[]; onDone: () => void }) {
  const dispatch = useAppDispatch()
  const [challenge, setChallenge] = useState<Challenge>()

  async function begin(given: { phone: string; friendly_name: string }): Promise<string | null> {
    let factor: Challenge['factor'] | undefined
    const enroll = beginPhone(given.phone, given.friendly_name, (begun) => {
      factor = begun
    })
    const refusal = await dispatch(enroll)
    if (refusal || !factor) return refusal?.text ?? securityMessages.factorFailed
    const { id } = factor
    const request = requestPhoneCode({ id }, (challengeId) => setChallenge({ factor: { id }, challengeId }))
    return (await dispatch(request))?.text ?? null
  }

  if (challenge) return <CodeStep challenge={challenge} onDone={onDone} />
  return (
    <AddFactorForm
      title={securityMessages.addPhoneTitle}
      name={freeName(signInMessages.phone, takenNames)}
      rules={phoneRules}
      onCancel={onDone}
      send={begin}
    >
      {(field) => (
        <TextField
          label={securityMessages.phoneNumber}
          {...field('phone')}
          type="tel"
          autoComplete="tel"
          hint={securityMessages.phoneHint}
          maxLength={30}
          required
        />
      )}
    </AddFactorForm>
  )
}

function CodeStep({ challenge, onDone }: { challenge: Challenge; onDone: () => void }) {
  const dispatch = useAppDispatch()
  const frame = useFocusFirst<HTMLFormElement>()
  const { formProps, field, problem, busy } = useCheckedForm({
    rules: codeRules,
    defaultValues: { code: '' },
    send: async ({ code }) => {
      const refusal = await dispatch(checkFactorCode(challenge.factor, code, challenge.challengeId))
      if (refusal) return refusal.text
      showSuccess(securityMessages.factorAdded)
      onDone()
      return null
    },
  })
  return (
    <form
      ref={frame}
      {...formProps}
      aria-label={securityMessages.addPhoneTitle}
      className="grid scroll-my-28 gap-4 rounded-xl border border-line p-4"
    >
      <StatusNote>{securityMessages.codeTexted}</StatusNote>
      <CodeField label={securityMessages.codeFromText} field={field('code')} />
      <ProblemNote text={problem} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {securityMessages.turnOn}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          {uiMessages.cancel}
        </Button>
      </div>
    </form>
  )
}
