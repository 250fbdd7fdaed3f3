import { useState } from 'react'
import { isAmount } from '../../../shared/kernel/money.ts'
import { sandboxMessages, sandboxRefusals } from '../../../shared/payments/sandbox-messages.ts'
import type { SandboxPlayed } from '../../../shared/payments/sandbox-schema.ts'
import { TextField } from '../../ui/text-field.tsx'
import { showSuccess } from '../../ui/toasts.tsx'
import { ActDialog } from '../fulfilment/act-dialog.tsx'
import { usePlaySandboxMutation } from './sandbox-api.ts'

/** A play that needs an amount. */
export interface AmountToPlay {
  title: string
  /** Dollars to begin with. */
  amount: number
  toPlay: (amount: number) => SandboxPlayed
}

/** Asks for the amount of what is to happen at the sandbox. */
export function SandboxAmountDialog({ asked, onClose }: { asked: AmountToPlay; onClose: () => void }) {
  const [play] = usePlaySandboxMutation()
  const [amount, setAmount] = useState(asked.amount.toFixed(2))

  async function submit() {
    const dollars = Number(amount)
    if (!(dollars > 0) || !isAmount(dollars)) return { text: sandboxMessages.amountNeeded }
    const { error } = await play(asked.toPlay(dollars))
    if (error) return { error }
    showSuccess(sandboxMessages.played)
    return {}
  }

  return (
    <ActDialog
      title={asked.title}
      confirm={sandboxMessages.play}
      refusals={sandboxRefusals}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={sandboxMessages.amountLabel}
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        onChange={({ target }) => setAmount(target.value)}
      />
    </ActDialog>
  )
}
