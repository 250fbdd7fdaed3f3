import { PackageSearch } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { ORDER_ID_PATTERN } from '../../../shared/orders/constants.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { RequireSignedIn } from '../../session/guards.tsx'
import { useSession } from '../../session/use-session.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Page } from '../../ui/page.tsx'
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx'
import { showError } from '../../ui/toasts.tsx'
import { OrderDetails } from './order-details.tsx'
import { explainRefusal } from './order-refusal.ts'
import { OrderSearch } from './order-search.tsx'
import { useGetOrderQuery } from './orders-api.ts'

const TITLE = 'Order Tracking'

/** Where an order is: `?orderId=` says which. */
export function TrackingPage() {
  useLogInNote()
  return (
    <RequireSignedIn title={TITLE}>
      <OrderTracking />
    </RequireSignedIn>
  )
}

/** Says why a visitor is sent to sign in; somebody who just logged out knows. */
function useLogInNote() {
  const { ready, isLoggedIn } = useSession()
  const told = useRef(false)
  useEffect(() => {
    if (!ready || told.current) return
    told.current = true
    if (!isLoggedIn) showError(orderMessages.logInToTrack)
  }, [ready, isLoggedIn])
}

function OrderTracking() {
  const [search] = useSearchParams()
  const { key } = useLocation()
  const orderId = search.get('orderId')?.trim() ?? ''
  return (
    <Page title={TITLE} personal>
      <div className="mx-auto grid max-w-4xl grid-cols-1 gap-6">
        <OrderSearch orderId={orderId} />
        {search.has('orderId') ? (
          // Asked for again, it is looked up again.
          <FoundOrder key={key} orderId={orderId} />
        ) : (
          <EmptyState
            icon={<PackageSearch aria-hidden />}
            title="Where is my order?"
            text="Enter the order number from your confirmation or your dashboard, for example ORD00001."
          />
        )}
      </div>
    </Page>
  )
}

function FoundOrder({ orderId }: { orderId: string }) {
  const possible = ORDER_ID_PATTERN.test(orderId)
  const { currentData, error, isFetching, refetch } = useGetOrderQuery(orderId, {
    skip: !possible,
    refetchOnMountOrArgChange: true,
  })
  if (!possible) return <Refusal text={orderMessages.invalidId} />
  if (error) {
    const { text, final } = explainRefusal(error)
    return final ? <Refusal text={text} /> : <LoadFailure title={text} onRetry={refetch} retrying={isFetching} />
  }
  return currentData ? <OrderDetails order={currentData} /> : <OrderSkeleton />
}

function Refusal({ text }: { text: string }) {
  return <EmptyState role="alert" icon={<PackageSearch aria-hidden />} title={text} />
}

function OrderSkeleton() {
  return (
    <div className="grid gap-6">
      <LoadingNote />
      <Skeleton className="h-52 rounded-2xl" />
      <Skeleton className="h-72 rounded-2xl" />
    </div>
  )
}
