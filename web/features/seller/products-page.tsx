import { PackageOpen, PackageSearch } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { sellerMessages } from '../../../shared/seller/messages.ts'
import type { SellerProductPage } from '../../../shared/seller/schema.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Page, PageHeading } from '../../ui/page.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx'
import { NARROW_FOR_TABLES_PX, useNarrowScreen } from '../../ui/use-narrow-screen.ts'
import { type ProductListAddress, productListPath, readProductList } from './list-address.ts'
import { ListSearch } from './list-search.tsx'
import { ProductCards } from './product-cards.tsx'
import { ProductTable } from './product-table.tsx'
import { useGetSellerProductsQuery } from './seller-api.ts'

/** The seller's own products; the address says which of them, in which order. */
export function SellerProductsPage() {
  const [query] = useSearchParams()
  const address = readProductList(query)
  const { data, error, isFetching, refetch } = useGetSellerProductsQuery(
    { ...address, q: address.q || undefined },
    { refetchOnMountOrArgChange: true },
  )
  return (
    <Page title="Products" heading="own" personal>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <PageHeading>Products</PageHeading>
        <ButtonLink to="/seller/add-product">Add New</ButtonLink>
      </div>
      <ListSearch
        label="Search products"
        text={address.q}
        hrefOf={(q) => productListPath({ ...address, q, page: 1 })}
      />
      {error ? (
        <div className="mt-5">
          <LoadFailure title={sellerMessages.productsFailed} onRetry={refetch} retrying={isFetching} />
        </div>
      ) : data ? (
        <ProductList data={data} address={address} />
      ) : (
        <ListSkeleton />
      )}
    </Page>
  )
}

function ProductList({ data, address }: { data: SellerProductPage; address: ProductListAddress }) {
  return (
    <>
      <p role="status" className="mt-5 mb-4 min-h-6 text-muted tabular-nums">
        {data.total} {data.total === 1 ? 'product' : 'products'}
      </p>
      {data.products.length ? (
        <ProductRows data={data} address={address} />
      ) : (
        <NoProducts address={address} total={data.total} />
      )}
      {data.total > data.page_size && (
        <Pagination
          label="Pages of products"
          page={data.page}
          pageCount={Math.ceil(data.total / data.page_size)}
          hrefOf={(page) => productListPath({ ...address, page })}
        />
      )}
    </>
  )
}

function ProductRows(props: { data: SellerProductPage; address: ProductListAddress }) {
  // Six columns and a narrow screen do not go together.
  return useNarrowScreen(NARROW_FOR_TABLES_PX) ? <ProductCards {...props} /> : <ProductTable {...props} />
}

function NoProducts({ address, total }: { address: ProductListAddress; total: number }) {
  if (total > 0) {
    return (
      <EmptyState
        icon={<PackageSearch aria-hidden />}
        title="This page is empty"
        action={<ButtonLink to={productListPath({ ...address, page: 1 })}>Go to the first page</ButtonLink>}
      />
    )
  }
  if (address.q) {
    return (
      <EmptyState
        icon={<PackageSearch aria-hidden />}
        title="No products found"
        text="None of your products has this in its name."
        action={
          <ButtonLink to={productListPath({ ...address, q: '', page: 1 })} variant="secondary">
            Show all products
          </ButtonLink>
        }
      />
    )
  }
  return (
    <EmptyState
      icon={<PackageOpen aria-hidden />}
      title="Your stall is empty"
      text="What you add here is on sale at once."
      action={<ButtonLink to="/seller/add-product">Add your first product</ButtonLink>}
    />
  )
}

function ListSkeleton() {
  return (
    <>
      <LoadingNote />
      <Skeleton className="mt-5 mb-4 h-6 w-28" />
      <Skeleton className="h-112 rounded-2xl" />
    </>
  )
}
