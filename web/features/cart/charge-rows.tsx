import { chargeRows } from '../../../shared/pricing/charge-rows.ts'
import type { PaidCharge } from '../../../shared/pricing/charges.ts'
import { pricingMessages } from '../../../shared/pricing/messages.ts'
import { Price } from '../../ui/text.tsx'
import type { CartLine } from './use-cart-lines.ts'

const row = 'leader text-muted'

/** A row for each kind of charge. */
export function ChargeRows({ charges }: { charges: readonly PaidCharge[] }) {
  return chargeRows(charges).map(({ label, amount }) => (
    <p key={label} className={row}>
      <span>{label}</span>
      {amount === 0 ? <span>{pricingMessages.free}</span> : <Price amount={amount} />}
    </p>
  ))
}

interface ChargesToPayProps {
  /** Undefined until they are known; null where nothing has to be delivered. */
  charges: readonly PaidCharge[] | null | undefined
}

/** The rows before the purchase, which also say when delivery is free. */
export function ChargesToPay({ charges }: ChargesToPayProps) {
  if (charges === null) return null
  if (charges?.length) return <ChargeRows charges={charges} />
  return (
    <p className={row}>
      <span>{pricingMessages.delivery}</span>
      <span>{charges ? pricingMessages.free : '…'}</span>
    </p>
  )
}

/** Returns the charges of lines in a marketplace without methods of delivery; null when nothing has to be delivered. */
export function chargesOfFree(lines: readonly CartLine[]): [] | null {
  const products = lines.flatMap(({ product }) => product ?? [])
  return products.length && products.every(({ delivery_kind }) => delivery_kind === 'none') ? null : []
}
