import { useEffect, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { Choices, Quote, QuotedSeller } from '../../../shared/delivery/schema.ts'
import type { PaidCharge } from '../../../shared/pricing/charges.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { useSite } from '../../api/site.ts'
import { chargesOfFree } from '../cart/charge-rows.tsx'
import type { CartLine } from '../cart/use-cart-lines.ts'
import {
  quotedCharges,
  readChoices,
  rememberCountry,
  type ShownQuote,
  storeChoices,
  useQuote,
} from '../cart/use-quote.ts'
import type { CheckoutValues } from './checkout-draft.ts'
import type { OrderProblem, RefusedSeller } from './use-place-order.ts'

/** The delivery of a cart that is ordered. */
export interface CheckoutDelivery extends ShownQuote {
  /** False where every seller delivers for free, and where nothing has to be delivered. */
  isOn: boolean
  /** False also where a seller's current products need no delivery. */
  hasStep: boolean
  /** See `ChargesToPay`. */
  charges: readonly PaidCharge[] | null | undefined
  needsAddress: boolean
  /** Those who send something, with the chosen methods also before the quote has them. */
  sellers: readonly QuotedSeller[]
  /** The selected methods; undefined where there are none to choose. */
  choices: Choices | undefined
  choose: (seller: string, method: string) => void
  /** Sellers because of whom the last order was refused, until another method is chosen. */
  refused: readonly RefusedSeller[]
}

/** Returns how the lines are delivered to the address of the form; the buyer's choices outlast a reload. */
export function useDelivery(
  form: UseFormReturn<CheckoutValues>,
  lines: readonly CartLine[],
  problem: OrderProblem | null,
): CheckoutDelivery {
  const { market } = useSite()
  const dispatch = useAppDispatch()
  const [country, postal_code] = useWatch({ control: form.control, name: ['country', 'postalCode'] })
  const [chosen, setChosen] = useState(() => dispatch(readChoices()))
  const [answered, setAnswered] = useState(problem)
  const [isUsed, setUsed] = useState(market.delivery === true)
  const charged = problem?.kind === 'total-changed' ? problem.charges : undefined
  // The first method may be newer than this page.
  if (!isUsed && (problem?.kind === 'delivery' || charged?.length)) setUsed(true)
  const free = chargesOfFree(lines)
  const isOn = isUsed && free !== null && lines.some(({ product }) => product)
  const quoted = useQuote(lines, { country, postal_code, chosen }, isOn)
  const { quote, isCurrent } = quoted
  const code = isCurrent ? quote?.country : null
  useEffect(() => {
    if (code) dispatch(rememberCountry(code))
  }, [code, dispatch])
  const charges = quotedCharges(quote)
  const sellers = sellersOf(quote, chosen)
  const refused = problem?.kind === 'delivery' && problem !== answered ? problem.sellers : []
  // Until a quote has the current methods.
  const isGone = (id: string) => !isCurrent && refused.some((one) => one.seller_id === id && !one.product_ids)

  function choose(seller: string, method: string): void {
    const choices = [...chosen.filter((choice) => choice.seller !== seller), { seller, method }]
    dispatch(storeChoices(choices))
    setChosen(choices)
    setAnswered(problem)
  }

  return {
    ...quoted,
    isOn,
    hasStep: isOn && (!quote || sellers.length + refused.length > 0),
    charges: isOn ? (isCurrent ? charges : (charged ?? charges)) : free,
    sellers,
    needsAddress: isOn ? (quote?.needs_address ?? true) : free !== null,
    choices: isOn
      ? sellers.flatMap(({ seller_id, methods, method_id }) => {
          const method = methods.find((one) => one.method_id === method_id)
          if (!method || isGone(seller_id)) return []
          return [{ seller: seller_id, method: method.method_id, revision: method.revision }]
        })
      : undefined,
    choose,
    refused: refused.filter(({ product_ids }) => !product_ids || hasAny(lines, product_ids)),
  }
}

function sellersOf(quote: Quote | undefined, chosen: Choices): QuotedSeller[] {
  const sellers = quote?.sellers.filter(({ state }) => state !== 'none') ?? []
  return sellers.map((seller) => {
    const choice = chosen.find((one) => one.seller === seller.seller_id)?.method
    const method_id = seller.methods.find((method) => method.method_id === choice)?.method_id ?? seller.method_id
    return { ...seller, ...(method_id && { method_id }) }
  })
}

const hasAny = (lines: readonly CartLine[], ids: readonly string[]) =>
  lines.some(({ product_id }) => ids.includes(product_id))
