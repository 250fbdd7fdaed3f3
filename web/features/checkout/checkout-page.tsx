import { ShoppingCart } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { cartMessages } from '../../../shared/cart/messages.ts'
import { BuyersAndVisitors } from '../../session/guards.tsx'
import { useSession } from '../../session/use-session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Link } from '../../ui/link.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Page } from '../../ui/page.tsx'
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx'
import { useCartLines } from '../cart/use-cart-lines.ts'
import { CheckoutForm } from './checkout-form.tsx'
import { isAttemptOpen } from './order-attempt.ts'

const TITLE = 'Checkout'

/** The last step before an order. Visitors see it too and are asked to sign in when they place the order. */
export function CheckoutPage() {
  const { userId } = useSession()
  return (
    <BuyersAndVisitors title={TITLE}>
      <Page title={TITLE} personal>
        <Checkout key={userId} />
      </Page>
    </BuyersAndVisitors>
  )
}

function Checkout() {
  const cart = useCartLines()
  // While the products of a line that another tab has added are fetched, the form stays, with all that was typed.
  const known = useRef<Pick<typeof cart, 'lines' | 'total'>>(undefined)
  useEffect(() => {
    if (cart.ready) known.current = cart
  })
  const { ready, failed, retry, retrying } = cart
  const shown = ready ? cart : known.current
  if (failed && !shown) return <LoadFailure title={cartMessages.fetchFailed} onRetry={retry} retrying={retrying} />
  if (!shown) return <CheckoutSkeleton />
  if (!shown.lines.length) return <EmptyCheckout />
  return (
    <div className="grid grid-cols-1 gap-6">
      {failed && <LoadFailure title={cartMessages.fetchFailed} onRetry={retry} retrying={retrying} />}
      <CheckoutForm lines={shown.lines} total={shown.total} changing={!ready} />
    </div>
  )
}

function EmptyCheckout() {
  const { isLoggedIn } = useSession()
  return (
    <EmptyState
      icon={<ShoppingCart aria-hidden />}
      title={cartMessages.empty}
      text={isLoggedIn && isAttemptOpen() && <LostAnswerNote />}
      action={<ButtonLink to="/">{cartMessages.continueShopping}</ButtonLink>}
    />
  )
}

/** The order was sent, the answer got lost and now the cart is empty: the order has most likely been placed. */
function LostAnswerNote() {
  return (
    <>
      The order you sent last may have been placed:{' '}
      <Link to="/dashboard" className="underline">
        see your orders
      </Link>
      .
    </>
  )
}

function CheckoutSkeleton() {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_24rem]">
      <LoadingNote />
      <div className="grid gap-6">
        <Skeleton className="h-100 rounded-2xl" />
        <Skeleton className="h-96 rounded-2xl" />
      </div>
      <Skeleton className="h-80 rounded-2xl" />
    </div>
  )
}
