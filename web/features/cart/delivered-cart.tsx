import { type ReactNode, useId, useState } from 'react'
import { deliveryChoiceMessages } from '../../../shared/delivery/choice-messages.ts'
import { countryName, countryOptions } from '../../../shared/delivery/country-names.ts'
import { notDeliveredText } from '../../../shared/delivery/messages.ts'
import type { QuotedMethod, QuotedSeller } from '../../../shared/delivery/schema.ts'
import { termsMessages } from '../../../shared/delivery/terms-messages.ts'
import { formatDate } from '../../../shared/kernel/locale.ts'
import { formatAmount } from '../../../shared/kernel/money.ts'
import type { PaidCharge } from '../../../shared/pricing/charges.ts'
import { pricingMessages } from '../../../shared/pricing/messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { useSite } from '../../api/site.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Options } from '../../ui/form/fields.tsx'
import { inputLook } from '../../ui/form/text-field.tsx'
import { Price } from '../../ui/text.tsx'
import { DeliveryStatus } from './delivery-status.tsx'
import { UnavailableNote } from './unavailable-note.tsx'
import type { CartLine } from './use-cart-lines.ts'
import { quotedCharges, readChoices, readCountry, rememberCountry, useQuote } from './use-quote.ts'

/** The parts of a cart that say how it is delivered. */
export interface CartDelivery {
  /** See `ChargesToPay`. */
  charges: readonly PaidCharge[] | null | undefined
  /** Above the lines. */
  place?: ReactNode
  /** Below the lines of the seller with this handle. */
  ofSeller?: (handle: string) => ReactNode
}

/** Two lines: the price, and what is missing until it is free. */
const HEIGHT = 'min-h-12.25'

interface DeliveredCartProps {
  lines: readonly CartLine[]
  children: (delivery: CartDelivery) => ReactNode
}

/** A cart with what its delivery costs to the country that this browser remembers. */
export function DeliveredCart({ lines, children }: DeliveredCartProps) {
  const { market } = useSite()
  const dispatch = useAppDispatch()
  const [country, setCountry] = useState(() => dispatch(readCountry()) ?? market.country ?? '')
  const [chosen] = useState(() => dispatch(readChoices()))
  const { quote, isCurrent, failed, retry } = useQuote(lines, { country, postal_code: '', chosen })

  function choose(code: string): void {
    dispatch(rememberCountry(code || null))
    setCountry(code)
  }

  const charges = lines.some(({ product }) => product) ? quotedCharges(quote) : []
  return children({
    charges,
    place: (
      <div className="grid gap-3">
        <CountryChoice value={country} onChange={choose} />
        <FailureNote text={failed ? deliveryChoiceMessages.failed : null} onRetry={retry} />
        <DeliveryStatus isCurrent={isCurrent} charges={charges} total={quote?.total ?? 0} />
      </div>
    ),
    ofSeller: (handle) => {
      const seller = quote?.sellers.find((one) => one.handle === handle)
      // Reserves the height of the usual answer.
      if (!seller) return <div className={HEIGHT} />
      const isChosen = chosen.some((choice) => choice.seller === seller.seller_id)
      return <DeliveryOfSeller seller={seller} isChosen={isChosen} country={quote?.country ?? null} />
    },
  })
}

interface CountryChoiceProps {
  /** ISO 3166 code. */
  value: string
  onChange: (code: string) => void
}

function CountryChoice({ value, onChange }: CountryChoiceProps) {
  const id = useId()
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <label htmlFor={id} className="text-sm font-medium">
        {deliveryChoiceMessages.deliverTo}
      </label>
      <select
        id={id}
        value={value}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
        className={`${inputLook} max-w-72`}
      >
        <option value="">{deliveryChoiceMessages.noCountry}</option>
        <Options options={countryOptions()} />
      </select>
    </p>
  )
}

interface DeliveryOfSellerProps {
  seller: QuotedSeller
  isChosen: boolean
  country: string | null
}

function DeliveryOfSeller({ seller, isChosen, country }: DeliveryOfSellerProps) {
  const { state, methods, method_id, away_until } = seller
  if (state === 'none') return null
  if (state === 'not_delivered')
    return (
      <UnavailableNote
        text={notDeliveredText([seller.name], country ? countryName(country) : '')}
        productIds={seller.product_ids}
        remove={deliveryChoiceMessages.removeItems}
      />
    )
  const method = methods.find((one) => one.method_id === method_id)
  const missing = method?.missing_for_free
  const alike = methods.filter(({ kind }) => kind === method?.kind).map(({ price }) => price)
  const lowest = Math.min(...alike)
  const hasChoice = methods.length > 1 && lowest > 0 && !(isChosen && state === 'offered')
  const from = deliveryChoiceMessages.from({ price: formatAmount(lowest) })
  return (
    <div className={`${HEIGHT} grid content-start gap-1 text-muted`}>
      {method ? (
        <p className="leader">
          <span>{hasChoice && method.price === lowest ? from : methodText(method)}</span>
          {method.price === 0 ? <span>{pricingMessages.free}</span> : <Price amount={method.price} />}
        </p>
      ) : (
        <p>{termsMessages.free}</p>
      )}
      {hasChoice && method && method.price > lowest && <p className="text-sm">{from}</p>}
      {missing !== undefined && (
        <p className="text-sm">{deliveryChoiceMessages.missing({ amount: formatAmount(missing) })}</p>
      )}
      {away_until && <p className="text-sm">{termsMessages.awayUntil({ day: formatDate(away_until) })}</p>}
    </div>
  )
}

function methodText({ name, days_from, days_to }: QuotedMethod): string {
  const days = days_from < days_to ? `${days_from}–${days_to}` : `${days_to}`
  return deliveryChoiceMessages.method({ name, to: days_to, days })
}
