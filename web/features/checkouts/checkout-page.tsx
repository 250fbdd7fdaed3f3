import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { cartMessages } from '../../../shared/cart/messages.ts'
import { checkoutMessages } from '../../../shared/orders/checkout-messages.ts'
import { paymentMessages } from '../../../shared/payments/messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { authenticationPath, BuyersAndVisitors } from '../../session/guards.tsx'
import { NoPayments } from '../../session/test-mode.tsx'
import { useSession } from '../../session/use-session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNote, LoadFailure } from '../../ui/failure-note.tsx'
import { Link } from '../../ui/link.tsx'
import { FieldSkeletons } from '../../ui/list/list-skeleton.tsx'
import { loadCode } from '../../ui/load-code.ts'
import { Page } from '../../ui/page.tsx'
import { Drawing } from '../../ui/pictures/drawing.tsx'
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx'
import { Sentence } from '../../ui/text.tsx'
import { useCartLines } from '../cart/use-cart-lines.ts'
import { ordersApi } from '../orders/orders-api.ts'
import { isAttemptOpen } from './order-attempt.ts'

const loadForm = () => loadCode(() => import('./checkout-form.tsx'))
const CheckoutForm = lazy(async () => ({ default: (await loadForm()).CheckoutForm }))

const TITLE = checkoutMessages.title

/** The last step before an order. Visitors also see it, and sign in when they place the order. */
export function CheckoutPage() {
  const { isLoggedIn, userId } = useSession()
  const [wasLoggedIn, setWasLoggedIn] = useState(isLoggedIn)
  if (isLoggedIn && !wasLoggedIn) setWasLoggedIn(true)
  // The session ended here; the cart comes back with the next sign-in.
  if (wasLoggedIn && !isLoggedIn) return <Navigate to={authenticationPath('/checkout')} replace />
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
  const { isLoggedIn } = useSession()
  const { state } = useLocation()
  // In parallel, for the form.
  ordersApi.useGetLastAddressQuery(undefined, { skip: !isLoggedIn })
  // In parallel with the products; the lazy form reports a failure.
  useEffect(() => void loadForm().catch(() => {}), [])
  // The form stays while the products of lines added in another tab are fetched.
  const known = useRef<Pick<typeof cart, 'lines' | 'goods'>>(undefined)
  useEffect(() => {
    if (cart.ready) known.current = cart
  })
  const { ready, failed, failure, retry, retrying } = cart
  const shown = ready ? cart : known.current
  if (failed && !shown) return <LoadFailure title={failure} onRetry={retry} retrying={retrying} />
  if (!shown) return <CheckoutSkeleton />
  if (!shown.lines.length) return <EmptyCheckout />
  return (
    <div className="grid grid-cols-1 gap-6">
      <FailureNote text={typeof state?.failure === 'string' ? state.failure : null} />
      {failed && <LoadFailure title={failure} onRetry={retry} retrying={retrying} />}
      <Suspense fallback={<CheckoutSkeleton />}>
        <CheckoutForm lines={shown.lines} goods={shown.goods} changing={!ready} />
      </Suspense>
    </div>
  )
}

function EmptyCheckout() {
  const { isLoggedIn } = useSession()
  const dispatch = useAppDispatch()
  const [isLost] = useState(() => dispatch(isAttemptOpen()))
  return (
    <EmptyState
      drawing={<Drawing of="bag" />}
      title={cartMessages.empty}
      text={isLoggedIn && isLost && <LostResponseNote />}
      action={<ButtonLink to="/">{checkoutMessages.continueShopping}</ButtonLink>}
    />
  )
}

/** An empty cart after a lost response: the order has most likely been placed. */
function LostResponseNote() {
  const orders = (
    <Link to="/dashboard" className="underline">
      {checkoutMessages.seeOrders}
    </Link>
  )
  return <Sentence message={checkoutMessages.mayBePlaced} values={{ orders }} />
}

function CheckoutSkeleton() {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_24rem]">
      <LoadingNote />
      <div className="grid gap-6">
        <FieldSkeletons className="h-182.25 sm:h-146" />
        <div className="px-5 *:first:-mx-5 sm:px-6 sm:*:first:-mx-6">
          <FieldSkeletons className="h-179.75 sm:h-127.5" />
          <NoPayments text={paymentMessages.noneTaken} className="invisible mt-4" />
        </div>
      </div>
      <Skeleton className="h-60.75 rounded-picture sm:h-47.5 lg:h-82" />
    </div>
  )
}
