import type { Factor } from '@supabase/auth-js'
import { useState } from 'react'
import { signInMessages } from '../../../shared/auth/messages.ts'
import type { SignInSettings } from '../../../shared/auth/schema.ts'
import { securityMessages } from '../../../shared/auth/security-messages.ts'
import { formatDay } from '../../../shared/kernel/locale.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { removeFactor } from '../../session/change-account.ts'
import { useAccount, useSession, verifiedFactorsOf } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { useFailure } from '../../ui/form/use-failures.ts'
import { showSuccess } from '../../ui/overlay/toasts.tsx'
import { passFocusOn } from '../../ui/page.tsx'
import { accountApi } from './account-api.ts'
import { AddAuthenticator, AddPhone } from './factor-forms.tsx'
import { factorTitle } from './form-parts.tsx'

/**
 * The verification methods of the account, with buttons to add and remove them. Both kinds are offered while the settings are
 * unknown, as nearly all marketplaces have them.
 */
export function FactorsSection({ settings }: { settings: SignInSettings | undefined }) {
  const totp = settings?.mfa_totp_enabled ?? true
  const phone = settings?.mfa_phone_enabled ?? true
  const factors = verifiedFactorsOf(useAccount())
  // Undefined until a form is opened; when it closes, the button that opened it takes the focus.
  const [form, setForm] = useState<{ kind: 'totp' | 'phone'; open: boolean }>()
  const names = factors.map(({ friendly_name }) => friendly_name ?? '')
  const stop = () => setForm((shown) => shown && { ...shown, open: false })
  return (
    <div className="grid gap-4">
      <p className="text-muted">{factors.length ? securityMessages.factorsOn : securityMessages.factorsOff}</p>
      {factors.length > 0 && (
        <ul className="grid gap-2">
          {factors.map((factor) => (
            <FactorRow key={factor.id} factor={factor} />
          ))}
        </ul>
      )}
      {factors.length === 1 && <p className="text-sm text-muted">{securityMessages.addSecondFactor}</p>}
      {form?.open && form.kind === 'totp' && <AddAuthenticator takenNames={names} onDone={stop} />}
      {form?.open && form.kind === 'phone' && <AddPhone takenNames={names} onDone={stop} />}
      {!form?.open && (
        <div className="flex flex-wrap gap-3">
          {totp && (
            <Button
              ref={form?.kind === 'totp' ? takeFocus : undefined}
              variant="secondary"
              onClick={() => setForm({ kind: 'totp', open: true })}
            >
              {securityMessages.addAuthenticator}
            </Button>
          )}
          {phone && (
            <Button
              ref={form?.kind === 'phone' ? takeFocus : undefined}
              variant="secondary"
              onClick={() => setForm({ kind: 'phone', open: true })}
            >
              {securityMessages.addPhone}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function takeFocus(button: HTMLElement | null): void {
  if (document.activeElement === document.body) button?.focus()
}

function FactorRow({ factor }: { factor: Factor }) {
  const dispatch = useAppDispatch()
  // Undefined until a button is pressed; the button that replaces it takes the focus.
  const [step, setStep] = useState<'shown' | 'confirming' | 'removing'>()
  const title = factorTitle(factor)
  const { report, clear, note } = useFailure()

  async function remove() {
    setStep('removing')
    clear()
    const refusal = await dispatch(removeFactor(factor))
    if (!refusal) return showSuccess(securityMessages.factorRemoved)
    setStep('shown')
    report({ text: refusal.text, retry: refusal.canRetry ? remove : undefined })
  }

  return (
    <li
      ref={passFocusOn}
      className="flex flex-wrap items-center justify-between gap-3 rounded-field border border-line px-4 py-3"
    >
      <span className="min-w-0 wrap-anywhere">
        <span className="block font-medium">{title}</span>
        <span className="text-sm text-muted">
          {securityMessages.factorAddedOn({
            kind: factor.factor_type === 'totp' ? signInMessages.authenticatorApp : securityMessages.textMessage,
            date: formatDay(factor.created_at),
          })}
        </span>
      </span>
      {step === undefined || step === 'shown' ? (
        <Button
          ref={step && takeFocus}
          variant="danger"
          size="small"
          aria-label={securityMessages.removeFactor({ name: title })}
          onClick={() => setStep('confirming')}
        >
          {securityMessages.remove}
        </Button>
      ) : (
        <span className="flex gap-2">
          <Button
            ref={takeFocus}
            variant="danger"
            size="small"
            aria-label={securityMessages.confirmRemoveFactor({ name: title })}
            busy={step === 'removing'}
            onClick={remove}
          >
            {securityMessages.confirmRemove}
          </Button>
          <Button variant="ghost" size="small" onClick={() => setStep('shown')}>
            {securityMessages.keep}
          </Button>
        </span>
      )}
      <FailureNote {...note} className="w-full" />
    </li>
  )
}

/** Two-step verification in a card of its own, for sellers and admins. */
export function FactorsCard() {
  const { userId } = useSession()
  const { data: settings } = accountApi.useGetSignInSettingsQuery()
  return (
    // The key: another user must not see this user's input.
    <Card key={userId} id="second-factor" title={signInMessages.secondFactorHeading}>
      <div className="wrap-anywhere">
        <FactorsSection settings={settings} />
      </div>
    </Card>
  )
}
