import { useEffect, useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { checkoutErrors } from '../../../shared/checkouts/errors.ts'
import { checkoutMessages } from '../../../shared/orders/checkout-messages.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { PAYMENT_POLL_MS, PAYMENT_WAIT_MS } from '../../../shared/payments/constants.ts'
import { paymentMessages } from '../../../shared/payments/messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { authenticationPath, BuyersAndVisitors } from '../../session/guards.tsx'
import { useSession } from '../../session/use-session.ts'
import { Clock } from '../../ui/area-icons.ts'
import { Awning } from '../../ui/awning.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { LoadFailure } from '../../ui/failure-note.tsx'
import { showErrorOfAlert, showSuccess } from '../../ui/overlay/toasts.tsx'
import { Page, PageHeading } from '../../ui/page.tsx'
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx'
import { Price } from '../../ui/text.tsx'
import { confirmationPath } from '../orders/orders-api.ts'
import { discardCheckoutDraft } from './checkout-draft.ts'
import { checkoutsApi } from './checkouts-api.ts'
import { endAttempt } from './order-attempt.ts'

const TITLE = paymentMessages.returnTitle

/** The page that a bank returns buyers to. It trusts only the checkout in its address, and polls the server. */
export function ReturnPage() {
  return (
    <BuyersAndVisitors title={TITLE} width="narrow">
      <Page title={TITLE} heading="own" personal width="narrow">
        <Returned />
      </Page>
    </BuyersAndVisitors>
  )
}

function Returned() {
  const [query] = useSearchParams()
  const { isLoggedIn } = useSession()
  const checkoutId = query.get('checkout')
  if (!checkoutId) return <Navigate to="/cart" replace />
  // The session may have ended while the buyer was at the bank.
  if (!isLoggedIn) return <Navigate to={authenticationPath(`/checkout/return?${query}`)} replace />
  return <Waiting checkoutId={checkoutId} />
}

function Waiting({ checkoutId }: { checkoutId: string }) {
  const isPatient = useIsWithin(PAYMENT_WAIT_MS)
  const isNew = useIsWithin(2 * PAYMENT_POLL_MS)
  const {
    currentData: checkout,
    error,
    isFetching,
    refetch,
  } = checkoutsApi.useGetCheckoutQuery(checkoutId, {
    pollingInterval: isPatient ? PAYMENT_POLL_MS : 0,
    refetchOnMountOrArgChange: true,
  })
  useLeaveWhenKnown(isFetching ? undefined : checkout)
  return (
    // As the confirmation, which takes its place.
    <div className="receipt relative grid grid-cols-1 justify-items-center gap-3 text-center">
      <Awning form="edge" className="absolute inset-x-0 top-0" />
      <span className="grid size-14 place-items-center rounded-full bg-info-tint text-info">
        <Clock aria-hidden className="size-7" />
      </span>
      <PageHeading>{TITLE}</PageHeading>
      {(checkout || !error) && (
        <p className="leader my-1 w-full text-lg font-bold">
          <span>{orderMessages.total}</span>{' '}
          {checkout ? <Price amount={checkout.total_count} /> : <Skeleton className="h-7 w-20" />}
        </p>
      )}
      {error ? (
        <LoadFailure title={orderMessages.fetchFailed} onRetry={refetch} retrying={isFetching} />
      ) : (
        <>
          {isPatient && <LoadingNote />}
          <p role="status" className="text-balance sm:text-lg">
            {isPatient ? paymentMessages.waiting : paymentMessages.stillWaiting}
          </p>
          {/* The buyer has left the bank's page. */}
          {isPatient && !isNew && checkout?.payment_state === 'requires_action' && (
            <ButtonLink to="/checkout" variant="secondary">
              {paymentMessages.toCheckout}
            </ButtonLink>
          )}
          {!isPatient && (
            <ButtonLink to="/dashboard" variant="secondary">
              {checkoutMessages.seeOrders}
            </ButtonLink>
          )}
        </>
      )}
    </div>
  )
}

function useLeaveWhenKnown(checkout: ReturnType<typeof checkoutsApi.useGetCheckoutQuery>['currentData']): void {
  const navigate = useNavigate()
  const dispatch = useAppDispatch()
  const { checkout_state: state, order_id: orderId, decline_reason: reason } = checkout ?? {}
  useEffect(() => {
    if (state === undefined || state === 'paying') return
    dispatch(endAttempt())
    if (state === 'placed' && orderId) {
      dispatch(discardCheckoutDraft())
      showSuccess(orderMessages.placed)
      void navigate(confirmationPath(orderId), { replace: true })
    } else {
      const expired = state === 'expired' ? checkoutErrors.checkout_expired.text : undefined
      const failure = reason ? paymentMessages.declined({ reason }) : expired
      if (failure) showErrorOfAlert(failure)
      void navigate('/checkout', { replace: true, state: { failure } })
    }
  }, [state, orderId, reason, dispatch, navigate])
}

function useIsWithin(ms: number): boolean {
  const [isWithin, setWithin] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setWithin(false), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isWithin
}
