import { useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { cartMessages } from '../../../shared/cart/messages.ts'
import { ALL_CATEGORIES_SLUG, categoryPath } from '../../../shared/catalog/categories.ts'
import { formatNumber } from '../../../shared/kernel/locale.ts'
import { BuyersAndVisitors } from '../../session/guards.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { ShoppingCart } from '../../ui/icons.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Page } from '../../ui/page.tsx'
import { Price } from '../../ui/price.tsx'
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx'
import { CartLineRow } from './cart-line-row.tsx'
import { RemovalNote } from './removal-note.tsx'
import { UnavailableNote } from './unavailable-note.tsx'
import { useCartChanges } from './use-cart-changes.ts'
import { useCartLines } from './use-cart-lines.ts'

const TITLE = cartMessages.heading

/** The cart of a buyer or a visitor. */
export function CartPage() {
  return (
    <BuyersAndVisitors title={TITLE}>
      <Page title={TITLE} personal>
        <CartContent />
      </Page>
    </BuyersAndVisitors>
  )
}

function CartContent() {
  const { ready, failed, retry, retrying, failure, lines, gone, total, count } = useCartLines()
  const changes = useCartChanges(lines)
  const content = useRef<HTMLDivElement>(null)
  const { state } = useLocation()

  // The pressed button is removed with its line.
  const moveFocus = () => content.current?.focus()

  if (failed) return <LoadFailure title={failure} onRetry={retry} retrying={retrying} />
  if (!ready) return <CartSkeleton />
  return (
    <div ref={content} tabIndex={-1} className="outline-none">
      {changes.removal && (
        <RemovalNote
          key={changes.removal.id}
          onUndo={() => changes.removal && void changes.restore(changes.removal)}
          onEnd={changes.forgetRemoval}
        />
      )}
      <FailureNote text={typeof state?.failure === 'string' ? state.failure : null} className="mb-4" />
      <FailureNote {...changes.failureOfAll} className="mb-4" />
      {lines.length === 0 ? (
        <EmptyCart />
      ) : (
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[1fr_22rem] lg:gap-10">
          <ul className="divide-y divide-line rounded-2xl border border-line bg-surface px-4 sm:px-6">
            {lines.map((line) => (
              <CartLineRow
                key={line.product_id}
                line={line}
                failure={changes.failureOf(line.product_id)}
                onChange={(quantity) => {
                  if (quantity <= 0) moveFocus()
                  void changes.change(line.product_id, quantity)
                }}
                onLimit={() => void changes.fill(line.product_id)}
              />
            ))}
          </ul>
          <CartTotal
            count={count}
            total={total}
            gone={gone}
            onClear={async () => {
              moveFocus()
              await changes.clear()
            }}
          />
        </div>
      )}
    </div>
  )
}

interface CartTotalProps {
  count: number
  total: number
  /** Ids of lines whose products no longer exist. */
  gone: readonly string[]
  onClear: () => Promise<void>
}

function CartTotal({ count, total, gone, onClear }: CartTotalProps) {
  const [clearing, setClearing] = useState(false)

  async function clearAll() {
    setClearing(true)
    await onClear()
    setClearing(false)
  }

  return (
    <section
      aria-label={cartMessages.total}
      className="grid grid-cols-1 gap-4 rounded-2xl border border-line bg-tint p-5 lg:sticky lg:top-24"
    >
      <p className="flex justify-between gap-4 text-muted">
        <span>{cartMessages.items}</span>
        <span className="tabular-nums">{formatNumber(count)}</span>
      </p>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-4">
        <span className="font-semibold">{cartMessages.total}</span>
        <Price amount={total} className="text-2xl font-bold tracking-tight" />
      </p>
      {gone.length > 0 && <UnavailableNote text={cartMessages.someUnavailable} productIds={gone} />}
      <ButtonLink to="/checkout" size="large">
        {cartMessages.checkOut}
      </ButtonLink>
      <Button variant="ghost" onClick={clearAll} busy={clearing}>
        {cartMessages.clear}
      </Button>
    </section>
  )
}

function EmptyCart() {
  return (
    <EmptyState
      icon={<ShoppingCart aria-hidden />}
      title={cartMessages.empty}
      action={<ButtonLink to={categoryPath(ALL_CATEGORIES_SLUG)}>{cartMessages.addSomeProducts}</ButtonLink>}
    />
  )
}

function CartSkeleton() {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem] lg:gap-10">
      <LoadingNote />
      <Skeleton className="h-48 rounded-2xl" />
      <Skeleton className="h-64 rounded-2xl" />
    </div>
  )
}
