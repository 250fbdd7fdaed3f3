import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { UNDO_SECONDS } from '../../../../shared/catalog/constants.ts'
import { SELLER_PRODUCT_SORTS, type SellerProductSort } from '../../../../shared/catalog/desk-constants.ts'
import { productErrors } from '../../../../shared/catalog/errors.ts'
import { productListMessages, productListTexts } from '../../../../shared/catalog/product-list-messages.ts'
import type { SellerProductRow, SellerProductsQuery } from '../../../../shared/catalog/schema.ts'
import { formatNumber } from '../../../../shared/kernel/locale.ts'
import { hiddenProductMessages } from '../../../../shared/sellers/messages.ts'
import { stockListMessages } from '../../../../shared/stock/seller-messages.ts'
import { canRetry, limitText } from '../../../api/failure-text.ts'
import { ExportButton } from '../../../session/export-button.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { useFailures } from '../../../ui/form/use-failures.ts'
import { ListSearch } from '../../../ui/list/filter-fields.tsx'
import { listQuery, useListAddress } from '../../../ui/list/list-address.ts'
import { ListPage } from '../../../ui/list/list-frame.tsx'
import { PagedList } from '../../../ui/list/paged-list.tsx'
import { RowName } from '../../../ui/list/product-parts.tsx'
import type { Column } from '../../../ui/list/row-list.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { showSuccess } from '../../../ui/overlay/toasts.tsx'
import { useUndoOffer } from '../../../ui/overlay/undo-offer.tsx'
import { Price } from '../../../ui/text.tsx'
import { sellerApi } from '../seller-api.ts'
import { shopApi } from '../shop/shop-api.ts'
import { readScarceView } from '../stock/stock-api.ts'
import { StockInPlace } from '../stock/stock-in-place.tsx'
import { HiddenProducts } from './hidden-products.tsx'
import { LowStockPage } from './low-stock-page.tsx'
import { ProductActions } from './product-actions.tsx'

const LIST_TEXTS = { ...productListTexts, nothingFound: productListMessages.noMatch }

/** The seller's own products, or those that are low or sold out. */
export function SellerProductsPage() {
  const [search] = useSearchParams()
  const view = readScarceView(search)
  return view ? <LowStockPage view={view} /> : <AllProducts />
}

function AllProducts() {
  const address = useListAddress('/seller/products', SELLER_PRODUCT_SORTS)
  const list = listQuery(address)
  const navigate = useNavigate()
  const deletion = useProductDeletion()
  const result = sellerApi.useGetSellerProductsQuery(list, { refetchOnMountOrArgChange: true })
  const hidden = shopApi.useGetOwnHiddenProductsQuery(undefined, { refetchOnMountOrArgChange: true })
  // Those above the list would push it down.
  const held = { ...result, data: undefined, currentData: undefined }
  return (
    <ListPage
      title={productListMessages.products}
      aside={
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <ExportButton of="seller" file="products.csv" address={address} />
          <ButtonLink to="/seller/add-product" size="small">
            {productListMessages.addNew}
          </ButtonLink>
        </div>
      }
    >
      <ListSearch placeholder={productListTexts.search} address={address} />
      {hidden.data && <HiddenProducts products={hidden.data.products} />}
      <PagedList
        label={productListMessages.products}
        address={address}
        result={hidden.isLoading ? held : result}
        rowsOf={({ products }) => products}
        keyOf={({ product_id }) => product_id}
        columns={columnsFor(list)}
        onOpen={({ product_id }) => navigate(`/seller/edit-product/${product_id}`)}
        actions={(product) => <ProductActions product={product} onDelete={() => deletion.ask(product)} />}
        failureOf={({ product_id }) => deletion.failureOf(product_id)}
        texts={LIST_TEXTS}
        failure={() => productListMessages.productsFailed}
        toastsFailure
        nothingYet={NO_PRODUCTS_YET}
        tools={deletion.tools}
      />
      {deletion.dialog}
    </ListPage>
  )
}

const columnsFor = (list: SellerProductsQuery): readonly Column<SellerProductRow, SellerProductSort>[] => [
  {
    text: productListMessages.serialNumber,
    cell: (_product, number) => <span className="text-muted">{number}</span>,
    sortedBy: { sort: 'number', first: 'asc' },
  },
  {
    text: productListMessages.name,
    cell: ({ product_name, featured_image, flash_sale, hidden }) => (
      <RowName name={product_name} picture={featured_image}>
        {flash_sale && <span className="text-xs font-medium text-accent-strong">{productListMessages.flashSale}</span>}
        {hidden && <span className="text-xs font-medium text-danger">{hiddenProductMessages.hidden}</span>}
      </RowName>
    ),
    namesRow: true,
    sortedBy: { sort: 'name', first: 'asc' },
  },
  {
    text: productListMessages.price,
    cell: ({ product_price }) => <Price amount={product_price} />,
    inCard: 'aside',
    isAmount: true,
    isShort: true,
    sortedBy: { sort: 'price', first: 'asc' },
  },
  {
    text: stockListMessages.stock,
    cell: ({ stock, ...product }) => stock && <StockInPlace product={{ ...product, stock }} list={list} />,
  },
  {
    text: productListMessages.totalOrders,
    cell: (product) => <UnitsSold product={product} />,
    isAmount: true,
    isShort: true,
    sortedBy: { sort: 'orders', first: 'desc' },
  },
  {
    text: productListMessages.totalSales,
    cell: ({ sales_amount }) => <Price amount={sales_amount} />,
    isAmount: true,
    isShort: true,
    sortedBy: { sort: 'sales', first: 'desc' },
  },
]

function UnitsSold({ product: { total_sales, reversed_units } }: { product: SellerProductRow }) {
  return (
    <>
      {formatNumber(total_sales)}{' '}
      {reversed_units > 0 && (
        <span className="text-xs text-muted max-md:before:content-['·_'] md:max-xl:hidden xl:block">
          {productListMessages.reversedUnits({ units: reversed_units })}
        </span>
      )}
    </>
  )
}

const NO_PRODUCTS_YET = {
  title: productListMessages.noProductsYet,
  text: productListMessages.noProductsYetText,
  // The page's one primary button is above the list.
  action: (
    <ButtonLink to="/seller/add-product" variant="secondary">
      {productListMessages.addFirstProduct}
    </ButtonLink>
  ),
}

/** The key of failed undos among the ids of products. */
const UNDO = 'undo'

function useProductDeletion() {
  const [product, setProduct] = useState<SellerProductRow | null>(null)
  const [deleteProduct, { isLoading }] = sellerApi.useDeleteProductMutation()
  const [restoreProduct] = sellerApi.useRestoreProductMutation()
  const { report, clear, noteAt } = useFailures()
  const { undoOffer, offerUndo } = useUndoOffer(UNDO_SECONDS)

  async function restore(product_id: string): Promise<void> {
    clear(UNDO)
    const { error } = await restoreProduct(product_id)
    if (!error) return showSuccess(productListMessages.restored({ count: 1 }))
    const retry = canRetry(error, productErrors) ? () => restore(product_id) : undefined
    report(UNDO, { text: limitText(error) ?? productListMessages.undoFailed, retry })
  }

  async function remove(product_id: string) {
    clear(product_id)
    clear(UNDO)
    const { error } = await deleteProduct(product_id)
    setProduct(null)
    if (error) {
      const retry = canRetry(error, productErrors) ? () => remove(product_id) : undefined
      return report(product_id, { text: limitText(error) ?? productListMessages.deleteFailed, retry })
    }
    showSuccess(productListMessages.deletedSuccessfully({ count: 1 }))
    // The offer takes the focus from the removed row.
    offerUndo(productListMessages.deleted({ count: 1 }), () => restore(product_id))
  }

  const dialog = (
    <ConfirmDialog
      open={product !== null}
      title={productListMessages.confirmDelete}
      text={
        <>
          <strong className="mb-1 block font-medium text-ink">{product?.product_name}</strong>
          {productListMessages.deleteExplained}
        </>
      }
      confirm={productListMessages.delete}
      busy={isLoading}
      onConfirm={() => product && void remove(product.product_id)}
      onCancel={() => setProduct(null)}
    />
  )
  const tools = (
    <>
      {undoOffer}
      <FailureNote {...noteAt(UNDO)} className="w-full" />
    </>
  )
  return { dialog, tools, ask: setProduct, failureOf: noteAt }
}
