import { useEffect, useMemo, useState } from 'react'
import type { Choices, Quote, QuoteRequest } from '../../../shared/delivery/schema.ts'
import { api } from '../../api/api.ts'
import type { AppThunk } from '../../api/app-store.ts'
import { parseJson } from '../../api/browser-storage.ts'
import { CHOICES_KEY, COUNTRY_KEY } from './local-cart.ts'
import type { CartLine } from './use-cart-lines.ts'

const quotesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getQuote: build.query<Quote, QuoteRequest>({
      query: (body) => ({ url: '/api/delivery-quotes', method: 'POST', body }),
      extraOptions: { isPublic: true },
      providesTags: ['Product', 'Quote'],
    }),
  }),
})

/** Asks again what delivery costs, as a refusal has other prices or methods. */
export const askAgain = () => quotesApi.util.invalidateTags(['Quote'])

/** Less often than keys are pressed. */
const PAUSE_MS = 300

export interface ShownQuote {
  /** The last quote, even while one for the current cart and place is being fetched; undefined without any. */
  quote: Quote | undefined
  /** False while it is being fetched, and after a failure. */
  isCurrent: boolean
  failed: boolean
  retry: () => void
}

/** Returns what the delivery of the lines costs, whose products are in the shop; nothing is fetched while `isOn` is false. */
export function useQuote(
  lines: readonly CartLine[],
  to: Pick<QuoteRequest, 'country' | 'postal_code' | 'chosen'>,
  isOn = true,
): ShownQuote {
  const present = lines.flatMap(({ product_id, product, quantity }) => (product ? [{ product_id, quantity }] : []))
  const request = JSON.stringify({ lines: present, ...to } satisfies QuoteRequest)
  const [asked, setAsked] = useState(request)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(request), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [request])
  const body = useMemo((): QuoteRequest => JSON.parse(asked), [asked])
  const { data, isError, isFetching, refetch } = quotesApi.useGetQuoteQuery(body, {
    skip: !isOn || body.lines.length === 0,
    refetchOnMountOrArgChange: true,
  })
  const isAnswered = asked === request && !isFetching
  return {
    quote: data,
    isCurrent: isAnswered && !isError && data !== undefined,
    failed: isAnswered && isError,
    retry: () => void refetch(),
  }
}

/** Returns the charges of a quote: undefined without any, null when nothing has to be delivered. */
export function quotedCharges(quote: Quote | undefined): Quote['charges'] | null | undefined {
  if (!quote) return undefined
  const { sellers, charges } = quote
  if (sellers.length && sellers.every(({ state }) => state === 'none')) return null
  // Goods that are not delivered are not delivered for free.
  const isFree = charges.every(({ amount }) => amount === 0)
  return isFree && sellers.some(({ state }) => state === 'not_delivered') ? undefined : charges
}

/** Returns the ISO 3166 code of the country that this browser's last quotes were for. */
export function readCountry(): AppThunk<string | null> {
  return (_dispatch, _getState, { storage }) => {
    const code = storage.read('localStorage', COUNTRY_KEY)
    return code && /^[A-Z]{2}$/.test(code) ? code : null
  }
}

export function rememberCountry(code: string | null): AppThunk<void> {
  return (_dispatch, _getState, { storage }) => storage.write('localStorage', COUNTRY_KEY, code)
}

export function readChoices(): AppThunk<Choices> {
  return (_dispatch, _getState, { storage }) => {
    const stored = parseJson(storage.read('sessionStorage', CHOICES_KEY))
    if (typeof stored !== 'object' || stored === null) return []
    const isId = (value: unknown) => typeof value === 'string' && /^[\da-f-]{36}$/.test(value)
    return Object.entries(stored).flatMap(([seller, method]) =>
      isId(seller) && isId(method) ? [{ seller, method }] : [],
    )
  }
}

export function storeChoices(choices: Choices): AppThunk<void> {
  const methods = Object.fromEntries(choices.map(({ seller, method }) => [seller, method]))
  return (_dispatch, _getState, { storage }) =>
    storage.write('sessionStorage', CHOICES_KEY, choices.length ? JSON.stringify(methods) : null)
}
