import { useSearchParams } from 'react-router'
import { adminMessages } from '../../../shared/admin/messages.ts'
import { apiErrorOf } from '../../api/api.ts'
import { pathWith, readPage, readSearch } from '../../ui/list-address.ts'
import { Page, PageHeading } from '../../ui/page.tsx'
import { useGetAdminProductsQuery } from './admin-api.ts'
import { ExportButton } from './export-button.tsx'
import { ListFrame } from './list-frame.tsx'
import { LiveSearch } from './live-search.tsx'
import { ProductRows } from './product-rows.tsx'
import { ProductTools } from './product-tools.tsx'
import { useProductChanges } from './use-product-changes.ts'
import { useSelection } from './use-selection.ts'

const hrefOf = (q: string, page = 1) => pathWith('/admin/products', { q, page: page > 1 ? String(page) : '' })

/** Everybody's products: found by name, put on flash sale, deleted. */
export function AdminProductsPage() {
  const [query] = useSearchParams()
  const list = { q: readSearch(query), page: readPage(query) }
  const { data, error, isFetching, refetch } = useGetAdminProductsQuery(list, { refetchOnMountOrArgChange: true })
  const { selected, selection, deselect } = useSelection(data?.products ?? [], {
    keyOf: (product) => product.product_id,
    nameOf: (product) => product.product_name,
  })
  const changes = useProductChanges(list)
  return (
    <Page title="Products" heading="own" personal>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <PageHeading>Products</PageHeading>
        <ExportButton file="products.csv" q={list.q} />
      </div>
      <LiveSearch placeholder={adminMessages.searchProducts} text={list.q} hrefOf={(q) => hrefOf(q)} />
      <ListFrame
        noun={['product', 'products']}
        data={data}
        failure={error ? adminMessages.productsFailed(apiErrorOf(error)?.message) : null}
        fetching={isFetching}
        onRetry={refetch}
        empty={adminMessages.noProducts}
        hrefOf={(page) => hrefOf(list.q, page)}
        tools={<ProductTools selected={selected} changes={changes} onDone={deselect} />}
      >
        <ProductRows products={data?.products ?? []} selection={selection} changes={changes} />
      </ListFrame>
    </Page>
  )
}
