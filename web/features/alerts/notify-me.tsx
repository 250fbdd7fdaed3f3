import { useNavigate } from 'react-router'
import { alertErrors } from '../../../shared/alerts/errors.ts'
import { alertMessages } from '../../../shared/alerts/messages.ts'
import type { StockAlerts } from '../../../shared/alerts/schema.ts'
import { api } from '../../api/api.ts'
import { canRetry, failureText } from '../../api/failure-text.ts'
import { authenticationPath } from '../../session/guards.tsx'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { useFailure } from '../../ui/form/use-failures.ts'
import { Bell } from '../../ui/icons.tsx'

/** A buyer's restock alerts. */
const alertsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getStockAlerts: build.query<StockAlerts, void>({
      query: () => '/api/stock-alerts',
      providesTags: ['StockAlert'],
    }),
    changeStockAlert: build.mutation<StockAlerts, { productId: string; waits: boolean }>({
      query: ({ productId, waits }) => ({ url: `/api/stock-alerts/${productId}`, method: waits ? 'PUT' : 'DELETE' }),
      onQueryStarted: async (_change, { dispatch, queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: undefined }))
        if (data) dispatch(alertsApi.util.upsertQueryData('getStockAlerts', undefined, data))
      },
    }),
  }),
})

/** Switches a restock alert of a sold-out product on or off; visitors sign in first. */
export function NotifyMe({ productId }: { productId: string }) {
  const { ready, isLoggedIn, userRole } = useSession()
  const navigate = useNavigate()
  const isBuyer = isLoggedIn && userRole === 'buyer'
  const { data } = alertsApi.useGetStockAlertsQuery(undefined, { skip: !ready || !isBuyer })
  const [change] = alertsApi.useChangeStockAlertMutation()
  const { report, clear, note } = useFailure()
  const waits = isBuyer && (data?.product_ids.includes(productId) ?? false)

  async function press(): Promise<void> {
    clear()
    if (!isLoggedIn) return navigate(authenticationPath(`/product/${productId}`))
    const { error } = await change({ productId, waits: !waits })
    if (!error) return
    const retry = canRetry(error, alertErrors) ? press : undefined
    report({ text: failureText(error, alertErrors, alertMessages.changeFailed), retry })
  }

  if (isLoggedIn && !isBuyer) return null
  return (
    <>
      <Button
        variant={waits ? 'secondary' : 'primary'}
        size="large"
        aria-describedby="notify-me"
        onClick={press}
        className="w-full"
      >
        <Bell aria-hidden className="size-5 shrink-0" /> {waits ? alertMessages.stop : alertMessages.notifyMe}
      </Button>
      <p id="notify-me" role="status" className="text-sm text-muted">
        {waits ? alertMessages.waiting : alertMessages.hint}
      </p>
      <FailureNote {...note} />
    </>
  )
}
