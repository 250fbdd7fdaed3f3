import { useState } from 'react'
import { signInMessages } from '../../../shared/auth/messages.ts'
import { securityMessages } from '../../../shared/auth/security-messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { beginPhone } from '../../session/change-account.ts'
import { requestPhoneCode } from '../../session/sign-in.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import type { Problem } from '../../ui/form/use-checked-form.ts'
import { AddFactorForm, ConfirmFactorForm } from './factor-forms.tsx'
import { freeName, StatusNote } from './form-parts.tsx'
import { phoneRules, problemOf } from './form-rules.ts'

interface Challenge {
  factor: { id: string }
  challengeId: string
}

/** Adds a phone for codes by text message: first its number, then a code as proof. */
export function AddPhone({ takenNames, onDone }: { takenNames: readonly string[]; onDone: () => void }) {
  const dispatch = useAppDispatch()
  const [challenge, setChallenge] = useState<Challenge>()

  async function begin({ phone, friendly_name }: { phone: string; friendly_name: string }): Promise<Problem | null> {
    let factor: Challenge['factor'] | undefined
    const enroll = beginPhone(phone, friendly_name, (begun) => {
      factor = begun
    })
    const refusal = await dispatch(enroll)
    if (refusal || !factor) return problemOf(refusal) ?? { text: securityMessages.factorFailed, fields: [] }
    const { id } = factor
    const request = requestPhoneCode({ id }, (challengeId) => setChallenge({ factor: { id }, challengeId }))
    return problemOf(await dispatch(request))
  }

  if (challenge) {
    return (
      <ConfirmFactorForm
        title={securityMessages.addPhoneTitle}
        {...challenge}
        codeLabel={securityMessages.codeFromText}
        onDone={onDone}
      >
        <StatusNote>{securityMessages.codeTexted}</StatusNote>
      </ConfirmFactorForm>
    )
  }
  return (
    <AddFactorForm
      draft="phone"
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
