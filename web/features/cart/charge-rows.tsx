import { chargeRows } from '../../../shared/pricing/charge-rows.ts'
import type { PaidCharge } from '../../../shared/pricing/charges.ts'
import { pricingMessages } from '../../../shared/pricing/messages.ts'
import { Price } from '../../ui/text.tsx'

const row = 'leader text-muted'

/** A row for each kind of charge. */
export function ChargeRows({ charges }: { charges: readonly PaidCharge[] }) {
  return chargeRows(charges).map(({ label, amount }) => (
    <p key={label} className={row}>
      <span>{label}</span>
      <Price amount={amount} />
    </p>
  ))
}

/** The rows before the purchase, which also say when delivery is free. */
export function ChargesToPay({ charges }: { charges: readonly PaidCharge[] }) {
  if (charges.length) return <ChargeRows charges={charges} />
  return (
    <p className={row}>
      <span>{pricingMessages.delivery}</span>
      <span>{pricingMessages.free}</span>
    </p>
  )
}
