import { useState } from 'react'
import { formatNumber } from '../../../shared/kernel/locale.ts'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import type { Movement } from '../../../shared/stock/schema.ts'
import { stockFormMessages } from '../../../shared/stock/seller-messages.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { ChevronRight } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { LocalDate } from '../../ui/local-date.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useGetStockQuery } from './stock-api.ts'

/** Why the number on hand is what it is: a folded list, newest first. It is loaded when it is opened. */
export function StockHistory({ productId }: { productId: string }) {
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <details
      className="group/history rounded-field border border-line"
      onToggle={({ currentTarget }) => currentTarget.open && setWasOpened(true)}
    >
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 rounded-field px-3.5 text-sm font-medium hover:bg-tint">
        <ChevronRight aria-hidden className="size-4 text-muted group-open/history:rotate-90" />
        {stockFormMessages.history}
      </summary>
      {wasOpened && <Movements productId={productId} />}
    </details>
  )
}

function Movements({ productId }: { productId: string }) {
  const [page, setPage] = useState(1)
  const { data, error, isFetching, refetch } = useGetStockQuery({ productId, page })
  if (error) return <FailureNote text={stockFormMessages.historyFailed} onRetry={refetch} className="m-3 mt-0" />
  if (!data) return <Skeleton className="m-3 mt-0 h-40 rounded-field" />
  if (data.total === 0) return <p className="px-3.5 pb-3 text-sm text-muted">{stockFormMessages.noHistory}</p>
  const pages = Math.ceil(data.total / data.page_size)
  return (
    <div aria-busy={isFetching} className="grid gap-2 px-3.5 pb-3">
      <MovementTable movements={data.movements} />
      {pages > 1 && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Step text={uiMessages.previousPage} to={page - 1} pages={pages} onGo={setPage} />
          <Step text={uiMessages.nextPage} to={page + 1} pages={pages} onGo={setPage} />
          <p role="status" className="text-sm text-muted tabular-nums">
            {stockFormMessages.pageOf(data.page, pages)}
          </p>
        </div>
      )}
    </div>
  )
}

interface StepProps {
  text: string
  to: number
  pages: number
  onGo: (page: number) => void
}

function Step({ text, to, pages, onGo }: StepProps) {
  const isThere = to >= 1 && to <= pages
  return (
    <Button variant="secondary" size="small" aria-disabled={!isThere || undefined} onClick={() => isThere && onGo(to)}>
      {text}
    </Button>
  )
}

const cell = 'py-1.5 pe-3 align-baseline last:pe-0'

function MovementTable({ movements }: { movements: readonly Movement[] }) {
  return (
    <table className="w-full border-collapse text-left text-sm tabular-nums">
      <caption className="sr-only">{stockFormMessages.history}</caption>
      <thead className="text-muted">
        <tr className="border-b border-line">
          <th scope="col" className={`${cell} font-medium`}>
            {stockFormMessages.date}
          </th>
          <th scope="col" className={`${cell} font-medium`}>
            {stockFormMessages.reason}
          </th>
          <th scope="col" className={`${cell} text-right font-medium`}>
            {stockFormMessages.change}
          </th>
          <th scope="col" className={`${cell} text-right font-medium`}>
            {stockFormMessages.after}
          </th>
        </tr>
      </thead>
      <tbody>
        {movements.map(({ created_at, reason, order_id, change, on_hand_after }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: movements have no names, and a page of them does not move
          <tr key={index} className="border-b border-line last:border-0">
            <td className={`${cell} text-muted`}>
              <LocalDate at={created_at} precise />
            </td>
            <td className={cell}>
              {stockFormMessages.reasons[reason]}
              {order_id && (
                <>
                  {' '}
                  <Link
                    to={`/seller/orders/${order_id}`}
                    className="text-brand-strong underline underline-offset-2 wrap-anywhere"
                  >
                    {order_id}
                  </Link>
                </>
              )}
            </td>
            <td className={`${cell} text-right font-medium`}>{stockFormMessages.signed(change)}</td>
            <td className={`${cell} text-right`}>{formatNumber(on_hand_after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
