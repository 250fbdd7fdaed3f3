import { useState } from 'react'
import { securityMessages } from '../../../shared/account/security-messages.ts'
import { beginAuthenticator, type NewAuthenticator } from '../../session/change-account.ts'
import { checkFactorCode } from '../../session/second-factor.ts'
import { Button } from '../../ui/button.tsx'
import { showError, showSuccess } from '../../ui/toasts.tsx'
import { AddFactorForm } from './add-factor-form.tsx'
import { CodeField } from './code-field.tsx'
import { freeName } from './factor-title.ts'
import { ProblemNote } from './form-notes.tsx'
import { useFocusFirst } from './use-focus-first.ts'
import { textOf, useSubmit } from './use-submit.ts'

interface AddFactorProps {
  takenNames: readonly string[]
  onDone: () => void
}

const QR_SIZE = 200

/** Adds an authenticator app: a name, then the picture to scan and a code that proves it was scanned. */
export function AddAuthenticator({ takenNames, onDone }: AddFactorProps) {
  const [begun, setBegun] = useState<NewAuthenticator>()
  if (begun) return <ScanStep begun={begun} onDone={onDone} />
  return (
    <AddFactorForm
      title="Add an authenticator app"
      name={freeName('Authenticator app', takenNames)}
      onCancel={onDone}
      send={async (form) => (await beginAuthenticator(textOf(form, 'friendly_name'), setBegun))?.text ?? null}
    />
  )
}

function ScanStep({ begun, onDone }: { begun: NewAuthenticator; onDone: () => void }) {
  const form = useFocusFirst<HTMLFormElement>()
  const { problem, busy, submit } = useSubmit(async (fields) => {
    const refusal = await checkFactorCode(begun, textOf(fields, 'code'))
    if (refusal) return refusal.text
    showSuccess(securityMessages.factorAdded)
    onDone()
    return null
  })

  return (
    <form
      ref={form}
      onSubmit={submit}
      className="grid scroll-my-28 gap-4 rounded-xl border border-line p-4"
      aria-label="Add an authenticator app"
    >
      <p>Scan this picture with your authenticator app, or type the key into it.</p>
      <img
        src={begun.qr_code}
        alt="QR code for the authenticator app"
        width={QR_SIZE}
        height={QR_SIZE}
        className="rounded-lg bg-white p-2"
      />
      <SecretKey secret={begun.secret} />
      <CodeField label="Code from the app" />
      <ProblemNote text={problem} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          Switch on
        </Button>
        <Button variant="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** The key for those who cannot scan it, or want to keep it. */
function SecretKey({ secret }: { secret: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(secret)
      showSuccess('Key copied')
    } catch {
      showError('The key could not be copied. Please select and copy it.')
    }
  }

  return (
    <div className="grid gap-1.5">
      <p className="text-sm font-medium">Key</p>
      <div className="flex flex-wrap items-center gap-3">
        <code className="min-w-0 rounded-lg bg-tint px-3 py-2 select-all wrap-anywhere">
          {secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </code>
        <Button variant="secondary" size="small" onClick={copy}>
          Copy key
        </Button>
      </div>
      <p className="text-sm text-muted">
        Keep the key in a safe place: with it you can set the app up again on another device. It is shown only now.
      </p>
    </div>
  )
}
