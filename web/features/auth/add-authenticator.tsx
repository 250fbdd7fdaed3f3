import { useState } from 'react'
import { signInMessages } from '../../../shared/auth/messages.ts'
import { securityMessages } from '../../../shared/auth/security-messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { beginAuthenticator, type NewAuthenticator } from '../../session/change-account.ts'
import { Button } from '../../ui/button.tsx'
import { showError, showSuccess } from '../../ui/overlay/toasts.tsx'
import { AddFactorForm, ConfirmFactorForm } from './factor-forms.tsx'
import { freeName } from './form-parts.tsx'
import { authenticatorRules, problemOf } from './form-rules.ts'

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
