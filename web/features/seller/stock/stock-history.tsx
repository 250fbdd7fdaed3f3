import { useState } from 'react'
import { uiMessages } from '../../../../shared/kernel/messages.ts'
import type { Movement } from '../../../../shared/stock/schema.ts'
import { stockFormMessages } from '../../../../shared/stock/seller-messages.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { ChevronRight } from '../../../ui/icons.tsx'
import { Link } from '../../../ui/link.tsx'
import { RowSkeletons } from '../../../ui/list/list-skeleton.tsx'
import { LocalDate } from '../../../ui/values.tsx'
import { stockApi } from './stock-api.ts'

/** The movements of a product's stock, newest first; folded, and loaded when opened. */
export function StockHistory({ productId }: { productId: string }) {
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <details
      className="group/history rounded-field border border-line"
      onToggle={({ currentTarget }) => currentTarget.open && setWasOpened(true)}
    >
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 rounded-field px-3.5 text-sm font-medium hover:bg-tint">
        <ChevronRight
          aria-hidden
          className="size-4 text-muted group-open/history:rotate-90 rtl:group-open/history:-rotate-90"
        />
        {stockFormMessages.history}
      </summary>
      {wasOpened && <Movements productId={productId} />}
    </details>
  )
}

function Movements({ productId }: { productId: string }) {
  const [page, setPage] = useState(1)
  const { data, error, isFetching, refetch } = stockApi.useGetStockQuery({ productId, page })
  if (error) return <FailureNote text={stockFormMessages.historyFailed} onRetry={refetch} className="m-3 mt-0" />
  if (!data) return <RowSkeletons className="m-3 mt-0 h-40" />
  if (data.total === 0) return <p className="px-3.5 pb-3 text-sm text-muted">{stockFormMessages.noHistory}</p>
  const pages = Math.ceil(data.total / data.page_size)
  const steps = [
    [uiMessages.previousPage, page - 1, page <= 1],
    [uiMessages.nextPage, page + 1, page >= pages],
  ] as const
  return (
    <div aria-busy={isFetching} className="grid gap-2 px-3.5 pb-3">
      <MovementList movements={data.movements} />
      {pages > 1 && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {steps.map(([text, to, isOff]) => (
            <Button
              key={text}
              variant="secondary"
              size="small"
              aria-disabled={isOff || undefined}
              onClick={() => isOff || setPage(to)}
            >
              {text}
            </Button>
          ))}
          <p role="status" className="text-sm text-muted">
            {stockFormMessages.pageOf({ page: data.page, pages })}
          </p>
        </div>
      )}
    </div>
  )
}

function changeText(change: number): string {
  const { more, fewer } = stockFormMessages
  return change > 0 ? more({ units: change }) : fewer({ units: Math.abs(change) })
}

function MovementList({ movements }: { movements: readonly Movement[] }) {
  return (
    <ol aria-label={stockFormMessages.history} className="text-sm">
      {movements.map(({ created_at, reason, order_id, change, on_hand_after }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: movements have no names, and a page of them does not move
        <li key={index} className="flex items-baseline justify-between gap-4 border-b border-line py-2 last:border-0">
          <span className="min-w-0">
            <span className="me-2 font-medium">{stockFormMessages.reasons[reason]}</span>
            {order_id && (
              <Link to={`/seller/orders/${order_id}`} className="me-2 text-brand-strong underline underline-offset-2">
                {order_id}
              </Link>
            )}
            <span className="text-muted max-sm:block">
              <LocalDate at={created_at} precise />
            </span>
          </span>
          <span className="shrink-0 text-end">
            <span className="font-medium">{changeText(change)}</span>
            <span className="text-muted max-sm:block sm:ms-3 sm:inline-block sm:min-w-24">
              {stockFormMessages.after({ onHand: on_hand_after })}
            </span>
          </span>
        </li>
      ))}
    </ol>
  )
}
