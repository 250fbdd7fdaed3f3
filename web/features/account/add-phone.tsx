import { useState } from 'react'
import { securityMessages } from '../../../shared/account/security-messages.ts'
import { beginPhone } from '../../session/change-account.ts'
import { checkFactorCode, requestPhoneCode } from '../../session/second-factor.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showSuccess } from '../../ui/toasts.tsx'
import { AddFactorForm } from './add-factor-form.tsx'
import { CodeField } from './code-field.tsx'
import { freeName } from './factor-title.ts'
import { ProblemNote, StatusNote } from './form-notes.tsx'
import { useFocusFirst } from './use-focus-first.ts'
import { textOf, useSubmit } from './use-submit.ts'

interface Asked {
  factor: { id: string }
  challengeId: string
}

/** Adds a phone that gets a code by text message: its number, then the first such code. */
export function AddPhone({ takenNames, onDone }: { takenNames: readonly string[]; onDone: () => void }) {
  const [asked, setAsked] = useState<Asked>()

  async function begin(form: FormData): Promise<string | null> {
    let factor: Asked['factor'] | undefined
    const refusal = await beginPhone(textOf(form, 'phone'), textOf(form, 'friendly_name'), (begun) => {
      factor = begun
    })
    if (refusal || !factor) return refusal?.text ?? securityMessages.factorFailed
    const { id } = factor
    return (await requestPhoneCode({ id }, (challengeId) => setAsked({ factor: { id }, challengeId })))?.text ?? null
  }

  if (asked) return <CodeStep asked={asked} onDone={onDone} />
  return (
    <AddFactorForm title="Add a phone" name={freeName('Phone', takenNames)} onCancel={onDone} send={begin}>
      <TextField
        label="Phone number"
        name="phone"
        type="tel"
        autoComplete="tel"
        hint="With the country code, like +1 555 0100."
        maxLength={30}
        required
      />
    </AddFactorForm>
  )
}

function CodeStep({ asked, onDone }: { asked: Asked; onDone: () => void }) {
  const form = useFocusFirst<HTMLFormElement>()
  const { problem, busy, submit } = useSubmit(async (fields) => {
    const refusal = await checkFactorCode(asked.factor, textOf(fields, 'code'), asked.challengeId)
    if (refusal) return refusal.text
    showSuccess(securityMessages.factorAdded)
    onDone()
    return null
  })
  return (
    <form
      ref={form}
      onSubmit={submit}
      aria-label="Add a phone"
      className="grid scroll-my-28 gap-4 rounded-xl border border-line p-4"
    >
      <StatusNote>A text message with a code is on its way.</StatusNote>
      <CodeField label="Code from the text message" />
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
