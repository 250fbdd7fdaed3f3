import { useNavigate } from 'react-router'
import { catalogMessages } from '../../../../shared/catalog/messages.ts'
import { productListMessages } from '../../../../shared/catalog/product-list-messages.ts'
import type { ScarceProducts } from '../../../../shared/stock/schema.ts'
import { stockListMessages } from '../../../../shared/stock/seller-messages.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailureNote, LoadFailure } from '../../../ui/failure-note.tsx'
import { ListPage } from '../../../ui/list/list-frame.tsx'
import { ListSkeleton } from '../../../ui/list/list-skeleton.tsx'
import { RowName } from '../../../ui/list/product-parts.tsx'
import { type Column, RowList } from '../../../ui/list/row-list.tsx'
import { ViewTabs } from '../../../ui/list/view-tabs.tsx'
import { Drawing } from '../../../ui/pictures/drawing.tsx'
import { SCARCE_VIEWS, type ScarceView, scarcePath, stockApi } from '../stock/stock-api.ts'
import { StockInPlace } from '../stock/stock-in-place.tsx'
import { ProductActions } from './product-actions.tsx'

type ScarceProduct = ScarceProducts['products'][number]

const VIEW_TEXTS = {
  all: stockListMessages.allScarce,
  low: stockListMessages.lowOnly,
  out: stockListMessages.outOnly,
} as const

/** The seller's products that are low or sold out; which of them is part of the address. */
export function LowStockPage({ view }: { view: ScarceView }) {
  return (
    <ListPage
      title={stockListMessages.lowStock}
      aside={
        <ButtonLink to="/seller/products" variant="secondary" size="small">
          {stockListMessages.toProducts}
        </ButtonLink>
      }
    >
      <ViewTabs
        label={stockListMessages.show}
        views={SCARCE_VIEWS.map((one) => ({ to: scarcePath(one), text: VIEW_TEXTS[one], isShown: one === view }))}
      />
      <Scarce view={view} />
    </ListPage>
  )
}

function Scarce({ view }: { view: ScarceView }) {
  const { currentData, error, isFetching, refetch } = stockApi.useGetScarceQuery(view === 'all' ? undefined : view, {
    refetchOnMountOrArgChange: true,
  })
  if (error && !currentData) {
    return (
      <div className="mt-5">
        <LoadFailure title={stockListMessages.scarceFailed} onRetry={refetch} retrying={isFetching} />
      </div>
    )
  }
  if (!currentData) return <ListSkeleton className="h-80" />
  const { products } = currentData
  return (
    <>
      <FailureNote text={error ? stockListMessages.scarceFailed : null} onRetry={refetch} className="mt-5" />
      <p role="status" className="my-3 flex min-h-11 items-center text-muted">
        {catalogMessages.productsFound({ total: products.length })}
      </p>
      {products.length ? (
        <ScarceRows products={products} />
      ) : (
        <EmptyState
          drawing={<Drawing of="list" />}
          title={stockListMessages.noneLow}
          text={stockListMessages.noneLowText}
        />
      )}
    </>
  )
}

const COLUMNS: readonly Column<ScarceProduct>[] = [
  {
    text: productListMessages.name,
    cell: ({ product_name, featured_image }) => <RowName name={product_name} picture={featured_image} />,
    namesRow: true,
  },
  {
    text: stockListMessages.stock,
    cell: ({ product_id, product_name, ...stock }) => <StockInPlace product={{ product_id, product_name, stock }} />,
  },
]

function ScarceRows({ products }: { products: readonly ScarceProduct[] }) {
  const navigate = useNavigate()
  return (
    <RowList
      label={stockListMessages.lowStock}
      rows={products}
      keyOf={({ product_id }) => product_id}
      columns={COLUMNS}
      onOpen={({ product_id }) => navigate(`/seller/edit-product/${product_id}`)}
      actions={(product) => <ProductActions product={product} />}
    />
  )
}
