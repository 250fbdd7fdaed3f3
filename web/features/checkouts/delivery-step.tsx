import { useEffect, useEffectEvent, useRef } from 'react'
import { deliveryChoiceMessages } from '../../../shared/delivery/choice-messages.ts'
import { countryName } from '../../../shared/delivery/country-names.ts'
import { notDeliveredText } from '../../../shared/delivery/messages.ts'
import type { QuotedSeller } from '../../../shared/delivery/schema.ts'
import { termsMessages } from '../../../shared/delivery/terms-messages.ts'
import { formatDate } from '../../../shared/kernel/locale.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { UnavailableNote } from '../cart/unavailable-note.tsx'
import { MethodFacts, MethodPrice, OfferedMethod } from '../delivery/offered-method.tsx'
import { CheckoutStep, focusStep } from './checkout-step.tsx'
import type { CheckoutDelivery } from './use-delivery.ts'
import type { RefusedSeller } from './use-place-order.ts'

interface DeliveryStepProps {
  number: number
  folded: boolean
  setFolded: (folded: boolean) => void
  delivery: CheckoutDelivery
}

/** The method of each seller; a seller with a single one only names it. */
export function DeliveryStep({ number, folded, setFolded, delivery }: DeliveryStepProps) {
  const { quote, sellers, isCurrent, failed, retry, choose, refused } = delivery
  const unknown = refused.filter(({ seller_id }) => !sellers.some((seller) => seller.seller_id === seller_id))
  const content = useRef<HTMLDivElement>(null)
  useFocusOnRefusal({ isRefused: refused.length > 0, isCurrent }, () => {
    const control = content.current?.querySelector<HTMLElement>('[data-refused] input:checked, [data-refused] button')
    if (control) control.focus()
    else focusStep(number)
  })

  return (
    <CheckoutStep
      number={number}
      title={deliveryChoiceMessages.title}
      summary={sellers
        .flatMap((seller) => chosenOf(seller)?.name ?? (seller.state === 'free' ? termsMessages.free : []))
        .join(', ')}
      folded={folded}
      setFolded={setFolded}
      check={() => true}
    >
      <div ref={content} aria-busy={!isCurrent && !failed} className="mt-4 grid grid-cols-1 gap-5 aria-busy:opacity-70">
        <FailureNote text={failed ? deliveryChoiceMessages.failed : null} onRetry={retry} />
        {!quote && !failed && <Skeleton className="h-20 rounded-field" />}
        {unknown.map((one) => (
          <div key={one.seller_id} data-refused="">
            <Refusal refused={one} />
          </div>
        ))}
        {sellers.map((seller) => (
          <SellerMethods
            key={seller.seller_id}
            seller={seller}
            country={quote?.country ?? null}
            refused={refused.find(
              // Another address is another answer.
              ({ seller_id, product_ids }) => seller_id === seller.seller_id && !(product_ids && isCurrent),
            )}
            onChoose={(method) => choose(seller.seller_id, method)}
          />
        ))}
      </div>
    </CheckoutStep>
  )
}

/** Returns true while the step has something to solve, and must not be folded. */
export const hasProblem = ({ failed, refused, sellers }: CheckoutDelivery) =>
  failed || refused.length > 0 || sellers.some(({ state }) => state === 'not_delivered')

/** Calls `focus` once for each refusal, and again when what was focused is gone. */
function useFocusOnRefusal({ isRefused, isCurrent }: { isRefused: boolean; isCurrent: boolean }, focus: () => void) {
  const isFocused = useRef(false)
  const begin = useEffectEvent(focus)
  useEffect(() => {
    if (!isRefused) isFocused.current = false
    else if (isCurrent && (!isFocused.current || document.activeElement === document.body)) {
      isFocused.current = true
      begin()
    }
  }, [isRefused, isCurrent])
}

const chosenOf = ({ methods, method_id }: QuotedSeller) => methods.find((method) => method.method_id === method_id)

interface SellerMethodsProps {
  seller: QuotedSeller
  country: string | null
  refused: RefusedSeller | undefined
  onChoose: (method: string) => void
}

function SellerMethods({ seller, country, refused, onChoose }: SellerMethodsProps) {
  const { seller_id, name, methods, state, away_until } = seller
  const chosen = chosenOf(seller)
  const isNotDelivered = state === 'not_delivered'
  const note = isNotDelivered
    ? { text: notDeliveredText([name], country ? countryName(country) : ''), product_ids: seller.product_ids }
    : refused
  return (
    <div data-refused={note && ''} className="grid grid-cols-1 gap-2">
      {methods.length > 1 && chosen ? (
        <RadioGroup
          legend={name}
          name={`delivery-${seller_id}`}
          stacked
          options={methods.map((method) => ({
            value: method.method_id,
            label: method.name,
            hint: <MethodFacts method={method} />,
            end: <MethodPrice method={method} />,
          }))}
          value={chosen.method_id}
          onChange={onChoose}
        />
      ) : (
        <>
          <h3 className="font-sans text-sm font-medium wrap-anywhere">{name}</h3>
          {chosen && <OfferedMethod method={chosen} />}
          {state === 'free' && (
            <p className="flex min-h-11 items-center rounded-field border border-line px-3.5">{termsMessages.free}</p>
          )}
        </>
      )}
      {away_until && <p className="text-sm text-muted">{termsMessages.awayUntil({ day: formatDate(away_until) })}</p>}
      {note && <Refusal refused={note} />}
    </div>
  )
}

/** The reason why nothing can be ordered from a seller, with a button that removes the products where nothing else helps. */
function Refusal({ refused: { text, product_ids } }: { refused: Pick<RefusedSeller, 'text' | 'product_ids'> }) {
  if (!product_ids)
    return (
      <p role="alert" className="rounded-field bg-danger-tint px-4 py-3 text-danger wrap-anywhere">
        {text}
      </p>
    )
  return <UnavailableNote text={text} productIds={product_ids} remove={deliveryChoiceMessages.removeItems} />
}
