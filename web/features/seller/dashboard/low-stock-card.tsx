import { formatNumber } from '../../../../shared/kernel/locale.ts'
import type { ScarceProducts } from '../../../../shared/stock/schema.ts'
import { stockListMessages } from '../../../../shared/stock/seller-messages.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { LoadFailure } from '../../../ui/failure-note.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { scarcePath, useGetScarceQuery } from '../stock/stock-api.ts'

const look =
  'mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-picture border border-line bg-surface p-4 sm:px-6'

/** The number of the seller's products that are low or sold out, with a link. */
export function LowStockCard() {
  const { data, error, isFetching, refetch } = useGetScarceQuery(undefined, { refetchOnMountOrArgChange: true })
  if (error) {
    return (
      <div className="mt-6">
        <LoadFailure title={stockListMessages.scarceFailed} onRetry={refetch} retrying={isFetching} />
      </div>
    )
  }
  return <Card products={data?.products} />
}

/** The skeleton of the card. */
export function LowStockSkeleton() {
  return <Card products={undefined} />
}

function Card({ products }: { products: ScarceProducts['products'] | undefined }) {
  return (
    <section aria-labelledby="low-stock" className={look}>
      <div className="flex min-w-0 items-center gap-4">
        <p
          className={classNames(
            'min-w-8 text-xl leading-9 font-semibold tracking-tight',
            products?.length ? 'text-danger' : 'text-muted',
          )}
        >
          {products ? formatNumber(products.length) : <Skeleton className="h-9 w-8" />}
        </p>
        <div className="min-w-0">
          <h2 id="low-stock" className="font-semibold">
            {stockListMessages.lowStock}
          </h2>
          <p className="min-h-[2lh] text-sm text-muted sm:min-h-[1lh]">{products && describe(products)}</p>
        </div>
      </div>
      <ButtonLink
        to={scarcePath('all')}
        variant="secondary"
        size="small"
        className={classNames('max-sm:w-full', !products?.length && 'invisible')}
      >
        {stockListMessages.viewLow}
      </ButtonLink>
    </section>
  )
}

function describe(products: ScarceProducts['products']): string {
  const out = products.filter(({ stock_state }) => stock_state === 'out').length
  const low = products.length - out
  if (!products.length) return stockListMessages.nothingLow
  return [low && stockListMessages.lowCount({ products: low }), out && stockListMessages.outCount({ products: out })]
    .filter(Boolean)
    .join(', ')
}
