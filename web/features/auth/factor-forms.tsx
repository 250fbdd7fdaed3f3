import { type ReactNode, useState } from 'react'
import { MAX_FACTOR_NAME_LENGTH } from '../../../shared/auth/constants.ts'
import { signInMessages } from '../../../shared/auth/messages.ts'
import { securityMessages } from '../../../shared/auth/security-messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { beginAuthenticator, beginPhone, type NewAuthenticator } from '../../session/change-account.ts'
import { checkFactorCode, requestPhoneCode } from '../../session/sign-in.ts'
import { DraftOffer } from '../../session/use-draft.tsx'
import { useDraftedForm } from '../../session/use-drafted-form.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { type CheckedForm, type LoadRules, type Problem, useCheckedForm } from '../../ui/form/use-checked-form.ts'
import { showError, showSuccess } from '../../ui/overlay/toasts.tsx'
import { CodeField, FactorForm, freeName, StatusNote } from './form-parts.tsx'
import { authenticatorRules, codeRules, phoneRules, problemOf } from './form-rules.ts'

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

function AddFactorForm({ draft, title, name, rules, children, send, onCancel }: AddFactorFormProps) {
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
        maxLength={MAX_FACTOR_NAME_LENGTH}
        required
      />
    </FactorForm>
  )
}

interface ConfirmFactorFormProps {
  title: string
  factor: { id: string }
  /** The challenge of the text message with the code; an authenticator app needs none. */
  challengeId?: string
  codeLabel: string
  onDone: () => void
  children: ReactNode
}

/** The last step of adding a factor: a code proves that the user has it. */
function ConfirmFactorForm(props: ConfirmFactorFormProps) {
  const { title, factor, challengeId, codeLabel, onDone, children } = props
  const dispatch = useAppDispatch()
  const { formProps, field, failure, busy } = useCheckedForm({
    rules: codeRules,
    defaultValues: { code: '' },
    send: async ({ code }) => {
      const refusal = await dispatch(checkFactorCode(factor, code, challengeId))
      if (refusal) return problemOf(refusal)
      showSuccess(securityMessages.factorAdded)
      onDone()
      return null
    },
  })

  return (
    <FactorForm
      {...formProps}
      title={title}
      failure={failure}
      submitText={securityMessages.turnOn}
      busy={busy}
      onCancel={onDone}
    >
      {children}
      <CodeField label={codeLabel} field={field('code')} />
    </FactorForm>
  )
}

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

const QR_SIZE = 200

/** Adds an authenticator app: first its name, then a QR code to scan and a code from the app as proof. */
export function AddAuthenticator({ takenNames, onDone }: { takenNames: readonly string[]; onDone: () => void }) {
  const dispatch = useAppDispatch()
  const [begun, setBegun] = useState<NewAuthenticator>()
  if (begun) return <ScanStep begun={begun} onDone={onDone} />
  return (
    <AddFactorForm
      draft="authenticator"
      title={securityMessages.addAuthenticatorTitle}
      name={freeName(signInMessages.authenticatorApp, takenNames)}
      onCancel={onDone}
      rules={authenticatorRules}
      send={async ({ friendly_name }) => problemOf(await dispatch(beginAuthenticator(friendly_name, setBegun)))}
    />
  )
}

function ScanStep({ begun, onDone }: { begun: NewAuthenticator; onDone: () => void }) {
  return (
    <ConfirmFactorForm
      title={securityMessages.addAuthenticatorTitle}
      factor={begun}
      codeLabel={securityMessages.codeFromApp}
      onDone={onDone}
    >
      <p>{securityMessages.scan}</p>
      <img
        src={begun.qr_code}
        alt={securityMessages.qrCode}
        width={QR_SIZE}
        height={QR_SIZE}
        className="rounded-field bg-white p-2"
      />
      <SecretKey secret={begun.secret} />
    </ConfirmFactorForm>
  )
}

function SecretKey({ secret }: { secret: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(secret)
      showSuccess(securityMessages.keyCopied)
    } catch {
      showError(securityMessages.keyNotCopied)
    }
  }

  return (
    <div className="grid gap-1.5">
      <p className="text-sm font-medium">{securityMessages.key}</p>
      <div className="flex flex-wrap items-center gap-3">
        <code className="min-w-0 rounded-field bg-tint px-3 py-2 select-all wrap-anywhere">
          {secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </code>
        <Button variant="secondary" size="small" onClick={copy}>
          {securityMessages.copyKey}
        </Button>
      </div>
      <p className="text-sm text-muted">{securityMessages.keyHint}</p>
    </div>
  )
}
