import { useState } from 'react'
import { readAmount } from '../../../shared/kernel/money.ts'
import { sandboxMessages, sandboxRefusals } from '../../../shared/payments/sandbox-messages.ts'
import type { SandboxPlayed } from '../../../shared/payments/sandbox-schema.ts'
import { showSuccess } from '../../ui/overlay/toasts.tsx'
import { ActDialog } from '../fulfilment/act-dialog.tsx'
import { ActField } from '../fulfilment/act-fields.tsx'
import { usePlaySandboxMutation } from './sandbox-api.ts'
import { wrongAmount } from './wrong-amount.ts'

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
    const { error } = await play(asked.toPlay(readAmount(amount) ?? 0))
    if (error) return { error }
    showSuccess(sandboxMessages.played)
    return {}
  }

  return (
    <ActDialog
      title={asked.title}
      confirm={sandboxMessages.play}
      refusals={sandboxRefusals}
      check={() => ({ amount: wrongAmount(amount) })}
      onSubmit={submit}
      onClose={onClose}
    >
      <ActField
        name="amount"
        label={sandboxMessages.amountLabel}
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        onChange={({ target }) => setAmount(target.value)}
      />
    </ActDialog>
  )
}
