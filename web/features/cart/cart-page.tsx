import { type ReactNode, Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { UNDO_REMOVAL_SECONDS } from '../../../shared/cart/constants.ts'
import { cartMessages } from '../../../shared/cart/messages.ts'
import { cartPageMessages } from '../../../shared/cart/page-messages.ts'
import { ALL_CATEGORIES_SLUG, categoryPath } from '../../../shared/catalog/categories.ts'
import { formatNumber } from '../../../shared/kernel/locale.ts'
import { withCharges } from '../../../shared/pricing/charge-rows.ts'
import { useSite } from '../../api/site.ts'
import { BuyersAndVisitors } from '../../session/guards.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNote, type FailureNoteProps, LoadFailure } from '../../ui/failure-note.tsx'
import { useNarrowScreen } from '../../ui/hooks.ts'
import { lazyCode, loadCode } from '../../ui/load-code.ts'
import { LoadingSkeletons } from '../../ui/loading-skeletons.tsx'
import { focusHeading, Page, passFocusOn } from '../../ui/page.tsx'
import { Drawing } from '../../ui/pictures/drawing.tsx'
import { Price, Sentence, withUnits } from '../../ui/text.tsx'
import { CartLineRow } from './cart-line-row.tsx'
import { ChargesToPay, chargesOfFree } from './charge-rows.tsx'
import type { CartDelivery } from './delivered-cart.tsx'
import { groupBySeller, SellerGroup } from './seller-group.tsx'
import { type Removal, rowsOf, useCartChanges } from './use-cart-changes.ts'
import { useCartLines } from './use-cart-lines.ts'

const TITLE = cartPageMessages.heading

/** The highest width at which the total is a bar below the list. */
const NARROW_FOR_TOTAL_PX = 1023

/** Loaded later, as no other first page of visitors needs its texts. */
const TestMode = lazyCode(async () => (await import('../../session/test-mode.tsx')).TestMode)

/** Loaded later, as few carts need it; the fallback is its text alone. */
const UnavailableNote = lazyCode(
  async () => (await import('./unavailable-note.tsx')).UnavailableNote,
  ({ text }) => <p role="alert">{text}</p>,
)

interface CartPageProps {
  whenEmpty: ReactNode
}

/** The cart of a buyer or a visitor. */
export function CartPage({ whenEmpty }: CartPageProps) {
  return (
    <BuyersAndVisitors title={TITLE}>
      <Page title={TITLE} personal>
        <CartContent whenEmpty={whenEmpty} />
      </Page>
    </BuyersAndVisitors>
  )
}

const loadDelivered = () => loadCode(() => import('./delivered-cart.tsx'), true)

/** Its space is not reserved, as the cart waits for its products. Without it the cart does not say what delivery costs. */
const DeliveredCart = lazyCode(
  async () => (await loadDelivered()).DeliveredCart,
  ({ children }) => children({ charges: undefined }),
)

function CartContent({ whenEmpty }: CartPageProps) {
  const cart = useCartLines()
  const { ready, failed, retry, retrying, failure, lines } = cart
  const changes = useCartChanges(lines)
  const { state } = useLocation()
  const { delivery } = useSite().market
  // In parallel with the products.
  useEffect(() => {
    if (delivery) void loadDelivered().catch(() => {})
  }, [delivery])
  const charges = chargesOfFree(lines)

  if (failed) return <LoadFailure title={failure} onRetry={retry} retrying={retrying} />
  if (!ready) return <CartSkeleton />
  return (
    <>
      <FailureNote text={typeof state?.failure === 'string' ? state.failure : null} className="mb-4" />
      <FailureNote {...changes.failureOfUndo} className="mb-4" />
      {changes.removals
        .filter((one) => lines.length === 0 || one.lines.length > 1)
        .map((removal) => (
          <RemovalNote key={removal.id} removal={removal} changes={changes} />
        ))}
      {lines.length === 0 ? (
        <>
          <EmptyCart />
          {whenEmpty}
        </>
      ) : delivery && charges ? (
        <Suspense fallback={<CartSkeleton />}>
          <DeliveredCart lines={lines}>
            {(delivered) => <CartList cart={cart} changes={changes} delivery={delivered} />}
          </DeliveredCart>
        </Suspense>
      ) : (
        <CartList cart={cart} changes={changes} delivery={{ charges }} />
      )}
    </>
  )
}

type Changes = ReturnType<typeof useCartChanges>

interface CartListProps {
  cart: ReturnType<typeof useCartLines>
  changes: Changes
  delivery: CartDelivery
}

function CartList({ cart, changes, delivery: { charges, place, ofSeller } }: CartListProps) {
  const { lines, goods, gone, count } = cart
  const isBar = useNarrowScreen(NARROW_FOR_TOTAL_PX)
  const groups = useMemo(() => groupBySeller(rowsOf(lines, changes.removals)), [lines, changes.removals])
  const sellers = groups.filter(({ rows }) => rows.some(({ removal }) => !removal)).length
  return (
    // Not a grid on phones, as the total sticks to the edge of the whole list.
    <div className="items-start lg:grid lg:grid-cols-[1fr_22rem] lg:gap-10">
      <div className="grid min-w-0 grid-cols-1 gap-8">
        {place}
        {groups.map((group) => (
          <SellerGroup
            key={group.seller?.handle ?? ''}
            group={group}
            withSubtotal={sellers > 1 || ofSeller !== undefined}
            delivery={group.seller && ofSeller?.(group.seller.handle)}
          >
            {group.rows.map(({ line, removal }) =>
              removal ? (
                <li key={line.product_id}>
                  <RemovalNote removal={removal} changes={changes} />
                </li>
              ) : (
                <CartLineRow
                  key={line.product_id}
                  line={line}
                  failure={changes.failureOf(line.product_id)}
                  takesFocus={line.product_id === changes.restoredId}
                  onChange={(quantity) => {
                    // The pressed button is removed with its line.
                    if (quantity <= 0) focusHeading()
                    void changes.change(line.product_id, quantity)
                  }}
                  onLimit={() => void changes.fill(line.product_id)}
                />
              ),
            )}
          </SellerGroup>
        ))}
        <ClearCart
          failure={changes.failureOfClear}
          onClear={async () => {
            focusHeading()
            await changes.clear()
          }}
        />
        {isBar && <ChargesToPay charges={charges} />}
        {isBar && <TestModeLater />}
      </div>
      <CartTotal count={count} charges={charges} total={withCharges(goods, charges ?? [])} gone={gone} isBar={isBar} />
    </div>
  )
}

interface CartTotalProps extends Pick<CartDelivery, 'charges'> {
  count: number
  total: number
  gone: readonly string[]
  /** True for a bar, with the total and the button only. */
  isBar: boolean
}

function CartTotal({ count, charges, total, gone, isBar }: CartTotalProps) {
  return (
    <section
      aria-label={cartPageMessages.total}
      className="end-bar sticky z-10 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 max-lg:bottom-0 max-lg:-mx-4 max-lg:bg-surface max-lg:px-4 max-lg:py-3 max-lg:mt-6 max-lg:border-t max-lg:border-line max-lg:shadow-float lg:receipt lg:top-24 lg:grid lg:grid-cols-1 lg:gap-4 low:static"
    >
      <p className="leader text-muted max-lg:hidden">
        <span>{cartPageMessages.items}</span>
        <span>{formatNumber(count)}</span>
      </p>
      {!isBar && <ChargesToPay charges={charges} />}
      <p className="min-w-0 flex-wrap items-baseline justify-between gap-x-4 lg:flex">
        <span className="font-semibold max-lg:block max-lg:text-sm max-lg:leading-tight">{cartPageMessages.total}</span>
        <Price amount={total} className="display text-lg tracking-tight lg:text-xl" />
      </p>
      {!isBar && <TestModeLater />}
      {gone.length > 0 && (
        <div className="max-lg:-order-1 max-lg:w-full">
          <Suspense>
            <UnavailableNote text={cartMessages.someUnavailable} productIds={gone} />
          </Suspense>
        </div>
      )}
      <ButtonLink to="/checkout" size="large" className="max-sm:grow max-sm:px-4">
        {cartMessages.checkOut}
      </ButtonLink>
    </section>
  )
}

function TestModeLater() {
  const { payments } = useSite()
  if (!payments) return null
  return (
    // Reserves the height of the note.
    <Suspense fallback={<div className="h-8.25" />}>
      <TestMode className="lg:-mx-3" />
    </Suspense>
  )
}

interface ClearCartProps {
  failure: Pick<FailureNoteProps, 'text' | 'onRetry'>
  onClear: () => Promise<void>
}

function ClearCart({ failure: { text, onRetry }, onClear }: ClearCartProps) {
  const [clearing, setClearing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // The button is remounted, as the cart was empty meanwhile.
  useEffect(() => {
    if (text && document.activeElement?.matches('h1, body')) button.current?.focus()
  }, [text])

  async function clearAll() {
    setClearing(true)
    await onClear()
    setClearing(false)
  }

  return (
    <div className="grid gap-2">
      <Button ref={button} variant="ghost" className="-ms-5 justify-self-start" onClick={clearAll} busy={clearing}>
        {cartPageMessages.clear}
      </Button>
      <FailureNote text={text} onRetry={onRetry && clearAll} />
    </div>
  )
}

function EmptyCart() {
  return (
    <EmptyState
      drawing={<Drawing of="bag" />}
      title={cartMessages.empty}
      action={<ButtonLink to={categoryPath(ALL_CATEGORIES_SLUG)}>{cartPageMessages.addSomeProducts}</ButtonLink>}
    />
  )
}

function CartSkeleton() {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem] lg:gap-10">
      <LoadingSkeletons looks={['h-86 lines sm:h-84.25 lg:h-70.25', 'h-18 rounded-picture lg:h-57']} />
    </div>
  )
}

/** Offers to undo a removal for some seconds; longer while the pointer or the focus is on it. */
function RemovalNote({ removal, changes }: { removal: Removal; changes: Changes }) {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const end = useEffectEvent(() => changes.endRemoval(removal))
  useEffect(() => {
    if (hovered || focused) return
    const timer = setTimeout(() => end(), UNDO_REMOVAL_SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [hovered, focused])
  const { lines } = removal
  const [first] = lines
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only delay its end
    <div
      ref={passFocusOn}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      className="flex items-center justify-between gap-4 py-3"
    >
      <span role="status" className="line-clamp-2 min-w-0 text-muted wrap-anywhere">
        {lines.length === 1 && first ? (
          <Sentence message={cartPageMessages.removed} values={{ name: <>{withUnits(first.name)}</> }} />
        ) : (
          cartPageMessages.removedSeveral({ count: lines.length })
        )}
      </span>
      <Button variant="secondary" size="small" onClick={() => void changes.restore(removal)}>
        {cartPageMessages.undo}
      </Button>
    </div>
  )
}
