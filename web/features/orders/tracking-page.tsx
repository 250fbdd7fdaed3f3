import { type FormEvent, useEffect, useRef } from 'react'
import { createPath, useLocation, useNavigate, useSearchParams } from 'react-router'
import { dashboardPath } from '../../../shared/accounts/rules.ts'
import { ORDER_ID_PATTERN } from '../../../shared/orders/constants.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { RequireSignedIn } from '../../session/guards.tsx'
import { useSession } from '../../session/use-session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/failure-note.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useFollowedInput } from '../../ui/hooks.ts'
import { LoadingSkeletons } from '../../ui/loading-skeletons.tsx'
import { showError } from '../../ui/overlay/toasts.tsx'
import { Page, PageHeading } from '../../ui/page.tsx'
import { Drawing } from '../../ui/pictures/drawing.tsx'
import { OrderDetails } from './order-details.tsx'
import { explainOrderFailure, ordersApi, trackingPath } from './orders-api.ts'

/** The longest time between refreshes while the page is visible. */
const FRESH_MS = 30_000
const TITLE = orderMessages.trackingTitle

/** The state of the order whose number `?orderId=` gives. */
export function TrackingPage() {
  useLogInNote()
  return (
    <RequireSignedIn title={TITLE}>
      <OrderTracking />
    </RequireSignedIn>
  )
}

function useLogInNote() {
  const { ready, isLoggedIn } = useSession()
  const isDone = useRef(false)
  useEffect(() => {
    if (!ready || isDone.current) return
    isDone.current = true
    if (!isLoggedIn) showError(orderMessages.logInToTrack)
  }, [ready, isLoggedIn])
}

function OrderTracking() {
  const [search] = useSearchParams()
  const { key } = useLocation()
  const orderId = search.get('orderId')?.trim() ?? ''
  return (
    <Page title={TITLE} heading="own" personal>
      {/* An order has two parts, the first one beside the search; what else there is has one. */}
      <div className="grid grid-cols-1 gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,1fr)_25rem] lg:*:nth-3:last:col-span-2 print:block print:*:mb-4">
        {/* Nothing is as loud as the sentence of an order's state. */}
        <PageHeading className={search.has('orderId') ? '[--title:1.25rem]' : undefined}>{TITLE}</PageHeading>
        <OrderSearch orderId={orderId} />
        {search.has('orderId') ? (
          // Searching for the same number again refetches the order.
          <FoundOrder key={key} orderId={orderId} />
        ) : (
          <EmptyState
            drawing={<Drawing of="search" />}
            title={orderMessages.trackingPrompt}
            text={orderMessages.trackingHint}
            action={<OwnOrders />}
          />
        )}
      </div>
    </Page>
  )
}

function FoundOrder({ orderId }: { orderId: string }) {
  const isValid = ORDER_ID_PATTERN.test(orderId)
  const { currentData, error, isFetching, refetch } = ordersApi.useGetOrderQuery(orderId, {
    skip: !isValid,
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
    pollingInterval: FRESH_MS,
    skipPollingIfUnfocused: true,
  })
  if (!isValid) return <Refusal text={orderMessages.invalidId} />
  // A failed refresh keeps the shown order.
  if (error && (!currentData || explainOrderFailure(error).final)) {
    const { text, final } = explainOrderFailure(error)
    return final ? <Refusal text={text} /> : <LoadFailure title={text} onRetry={refetch} retrying={isFetching} />
  }
  return currentData ? <OrderDetails order={currentData} /> : <OrderSkeleton />
}

function Refusal({ text }: { text: string }) {
  return <EmptyState role="alert" drawing={<Drawing of="search" />} title={text} action={<OwnOrders />} />
}

function OwnOrders() {
  const { userRole } = useSession()
  if (userRole !== 'buyer') return null
  return (
    <ButtonLink to={dashboardPath(userRole)} variant="secondary">
      {orderMessages.ownOrders}
    </ButtonLink>
  )
}

function OrderSkeleton() {
  return (
    <LoadingSkeletons
      looks={['h-33 rounded-picture lg:h-19', 'h-[1130.375px] lines lg:col-span-2 lg:h-[613.1875px]']}
    />
  )
}

function OrderSearch({ orderId }: { orderId: string }) {
  const navigate = useNavigate()
  const here = createPath(useLocation())
  const input = useFollowedInput(orderId)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const wanted = String(new FormData(event.currentTarget).get('orderId') ?? '').trim()
    navigate(trackingPath(wanted), { replace: trackingPath(wanted) === here })
  }

  return (
    <search className="lg:row-span-2 print:hidden">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <TextField
          ref={input}
          label={orderMessages.orderNumber}
          name="orderId"
          defaultValue={orderId}
          placeholder={orderMessages.orderNumberExample}
          spellCheck={false}
          maxLength={30}
          className="min-w-40 flex-1"
        />
        <Button type="submit" variant={orderId ? 'secondary' : 'primary'}>
          {orderMessages.trackOrder}
        </Button>
      </form>
    </search>
  )
}
