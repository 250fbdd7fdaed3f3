import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { UNDO_ACTION_SECONDS } from '../../../../shared/fulfilment/constants.ts'
import { fulfilmentErrors } from '../../../../shared/fulfilment/errors.ts'
import type { BulkResult, FullSellerOrder, Shipment } from '../../../../shared/fulfilment/schema.ts'
import { actionMessages, workMessages } from '../../../../shared/fulfilment/screen-messages.ts'
import { errorText } from '../../../../shared/kernel/errors.ts'
import { type AppThunk, useAppDispatch } from '../../../api/app-store.ts'
import { useFailures } from '../../../ui/form/use-failures.ts'
import { showError, showSuccess } from '../../../ui/overlay/toasts.tsx'
import { useUndoOffer } from '../../../ui/overlay/undo-offer.tsx'
import { fulfilmentApi, ownSellerOrder } from '../../fulfilment/fulfilment-api.ts'

/** The key of failures of several orders among the ids of orders. */
const SEVERAL = 'several'

export type OrderActions = ReturnType<typeof useOrderActions>

/**
 * Returns a seller's actions on the orders of a list. Acceptance is sent when its offer to undo ends or when the list is left,
 * also by logging out, as it cannot be reverted. A shipment is recorded at once; its undo voids it.
 */
export function useOrderActions() {
  const { report, clear, noteAt } = useFailures()
  const { undoOffer, offerUndo } = useUndoOffer(UNDO_ACTION_SECONDS, () => void acceptNow())
  const { accept, acceptingIds, acceptNow, withoutAccepting } = useAccepting({ report, clear, offerUndo })
  const [change] = fulfilmentApi.useChangeShipmentMutation()

  async function takeBack(sent: readonly FullSellerOrder[]) {
    const undone = await Promise.all(
      sent.map(async ({ order_id, revision, shipments }) => {
        const shipment_number = newest(shipments)
        const voided = { revision, state: 'voided' } as const
        return (await change({ base: ownSellerOrder(order_id), shipment_number, change: voided })).error === undefined
      }),
    )
    if (undone.every(Boolean)) showSuccess(workMessages.undone)
    else report(SEVERAL, { text: workMessages.undoFailed })
  }

  return {
    accept,
    acceptingIds,
    sent(orders: readonly FullSellerOrder[]) {
      if (!orders.length) return
      // Sending accepts an order.
      withoutAccepting(orders.map(({ order_id }) => order_id))
      acceptNow()
      for (const { order_id } of orders) clear(order_id)
      offerUndo(workMessages.ordersSent({ count: orders.length }), () => takeBack(orders))
    },
    /** Reports the refusals of a bulk call; returns the changed orders. */
    applyResults: (results: BulkResult['results']) => applyResults(results, report),
    undoOffer,
    failureOf: noteAt,
    failureOfSeveral: noteAt(SEVERAL),
  }
}

type Report = ReturnType<typeof useFailures>['report']

interface Accepting {
  report: Report
  clear: (where: string) => void
  offerUndo: (text: string, undo: () => Promise<void>) => void
}

function useAccepting({ report, clear, offerUndo }: Accepting) {
  const dispatch = useAppDispatch()
  const [confirm] = fulfilmentApi.useConfirmSeveralMutation()
  const waiting = useRef<readonly FullSellerOrder[]>([])
  const isLeft = useRef(false)
  const [acceptingIds, setIds] = useState<readonly string[]>([])

  function setWaiting(orders: readonly FullSellerOrder[]) {
    waiting.current = orders
    setIds(orders.map(({ order_id }) => order_id))
  }

  /** Returns true when no acceptance is left to send. */
  async function acceptNow(): Promise<boolean> {
    const orders = waiting.current
    if (!orders.length) return true
    waiting.current = []
    const { data } = await confirm(orders.map(({ order_id, revision }) => ({ order_id, revision })))
    setIds((ids) => ids.filter((id) => waiting.current.some(({ order_id }) => order_id === id)))
    if (isLeft.current) showRefusals(orders, data?.results)
    else if (data) applyResults(data.results, report)
    else report(SEVERAL, { text: actionMessages.failed, retry: () => accept(orders) })
    return data !== undefined
  }

  const leave = useEffectEvent(acceptNow)
  useEffect(() => {
    const onLeave = () => leave()
    addEventListener('pagehide', onLeave)
    const endSending = dispatch(sendBeforeLogout(onLeave))
    return () => {
      removeEventListener('pagehide', onLeave)
      endSending()
    }
  }, [dispatch])
  const onUnmount = useRef(acceptNow)
  onUnmount.current = acceptNow
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
      void onUnmount.current()
    }
  }, [])

  function accept(orders: readonly FullSellerOrder[]) {
    void acceptNow()
    clear(SEVERAL)
    for (const { order_id } of orders) clear(order_id)
    setWaiting(orders)
    offerUndo(workMessages.accepted({ count: orders.length }), async () => {
      setWaiting([])
      showSuccess(workMessages.undone)
    })
  }

  return {
    accept,
    acceptingIds,
    acceptNow: () => void acceptNow(),
    withoutAccepting: (ids: readonly string[]) =>
      setWaiting(waiting.current.filter(({ order_id }) => !ids.includes(order_id))),
  }
}

function sendBeforeLogout(send: () => Promise<boolean>): AppThunk<() => void> {
  return (_dispatch, _getState, { unsavedForms: { unsent } }) => {
    unsent.add(send)
    return () => unsent.delete(send)
  }
}

/** Shows refusals once the list is left, which would show them at its rows. */
function showRefusals(orders: readonly FullSellerOrder[], results: BulkResult['results'] | undefined): void {
  if (results) applyResults(results, (order_id, { text }) => showError(`${order_id}: ${text}`))
  else showError(`${orders.map(({ order_id }) => order_id).join(', ')}: ${actionMessages.failed}`)
}

function applyResults(results: BulkResult['results'], report: Report): FullSellerOrder[] {
  for (const { order_id, error } of results) {
    if (!error) continue
    const text = errorText(fulfilmentErrors, error.code, error.details) ?? actionMessages.failed
    report(order_id, { text }, null)
  }
  return results.flatMap(({ error, order }) => (order && !error ? [order] : []))
}

const newest = (shipments: readonly Shipment[]) => Math.max(...shipments.map(({ shipment_number }) => shipment_number))
