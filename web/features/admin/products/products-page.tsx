import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { auditMessages } from '../../../../shared/audit/messages.ts'
import { ADMIN_PRODUCT_SORTS } from '../../../../shared/catalog/desk-constants.ts'
import { productErrors } from '../../../../shared/catalog/errors.ts'
import { productListMessages, productListTexts } from '../../../../shared/catalog/product-list-messages.ts'
import type { AdminProduct } from '../../../../shared/catalog/schema.ts'
import { shopErrors } from '../../../../shared/sellers/errors.ts'
import { hiddenProductMessages } from '../../../../shared/sellers/messages.ts'
import type { HiddenProduct } from '../../../../shared/sellers/schema.ts'
import { failureText } from '../../../api/failure-text.ts'
import { ExportButton } from '../../../session/export-button.tsx'
import { useCalls } from '../../../session/use-calls.ts'
import { useDraft } from '../../../session/use-draft.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { FilterFields, ListSearch } from '../../../ui/list/filter-fields.tsx'
import { filterAddress, listQuery, useListAddress } from '../../../ui/list/list-address.ts'
import { ListPage } from '../../../ui/list/list-frame.tsx'
import { PagedList } from '../../../ui/list/paged-list.tsx'
import type { Column } from '../../../ui/list/row-list.tsx'
import { RowMenu } from '../../../ui/list/row-menu.tsx'
import { useSelection } from '../../../ui/list/selection.tsx'
import { MenuItem } from '../../../ui/overlay/menu.tsx'
import { passFocusOn } from '../../../ui/page.tsx'
import { LocalDate, TwoLines } from '../../../ui/values.tsx'
import { ActionDialog } from '../../fulfilment/action-dialog.tsx'
import { adminProductsApi } from '../admin-api.ts'
import { OpenShop } from '../open-shop.tsx'
import { NeededReason, ReasonDialog, reasonProblem } from '../reason-dialog.tsx'
import { sellersApi } from '../sellers/sellers-api.ts'
import { columnsOf, ProductButtons, ProductMenu } from './product-rows.tsx'
import { type ProductChanges, useProductChanges } from './use-product-changes.ts'

const HIDDEN_PATH = '/admin/products?view=hidden'

/** The products of all sellers, or those that admins have hidden. */
export function AdminProductsPage() {
  const [search] = useSearchParams()
  return search.get('view') === 'hidden' ? <HiddenProducts /> : <AllProducts />
}

function AllProducts() {
  const navigate = useNavigate()
  const address = useListAddress('/admin/products', ADMIN_PRODUCT_SORTS, ['seller'])
  const list = listQuery(address)
  const result = adminProductsApi.useGetAdminProductsQuery(list, { refetchOnMountOrArgChange: true })
  const { selected, selection, deselect } = useSelection(result.data?.products ?? [], {
    keyOf: (product) => product.product_id,
    nameOf: (product) => product.product_name,
  })
  const changes = useProductChanges(list)
  const [deleting, setDeleting] = useState<readonly AdminProduct[] | null>(null)
  const [hiding, setHiding] = useState<AdminProduct | null>(null)
  const actions = { changes, onDelete: setDeleting, onHide: setHiding }

  async function remove(products: readonly AdminProduct[], reason: string): Promise<boolean> {
    setDeleting(null)
    const worked = await changes.remove(products, reason)
    if (worked) deselect(products)
    return worked
  }

  return (
    <ListPage
      title={productListMessages.products}
      aside={
        <div className="flex flex-wrap items-center gap-2">
          <ButtonLink variant="ghost" size="small" className="max-sm:px-2" to={HIDDEN_PATH}>
            {hiddenProductMessages.list}
          </ButtonLink>
          <ExportButton of="admin" file="products.csv" address={address} />
        </div>
      }
    >
      <div className="flex flex-wrap gap-3">
        <ListSearch placeholder={productListTexts.search} address={address} />
        <FilterFields address={address}>
          <ListSearch placeholder={productListMessages.findSeller} address={filterAddress(address, 'seller')} />
        </FilterFields>
      </div>
      <PagedList
        label={productListMessages.products}
        address={address}
        result={result}
        rowsOf={({ products }) => products}
        keyOf={({ product_id }) => product_id}
        columns={columnsOf(changes)}
        onOpen={({ product_id }) => navigate(`/product/${product_id}`)}
        selection={selection}
        menu={(product) => <ProductMenu product={product} {...actions} />}
        actions={(product) => <ProductButtons product={product} {...actions} />}
        failureOf={({ product_id }) => changes.failureOf(product_id)}
        texts={productListTexts}
        failure={(error) =>
          productListMessages.productsFailedBecause({
            reason: failureText(error, productErrors),
          })
        }
        toastsFailure
        nothingYet={{
          title: productListTexts.nothingFound,
          text: productListMessages.nothingYetText,
          action: <OpenShop />,
        }}
        tools={<ProductTools selected={selected} changes={changes} onDelete={setDeleting} onDone={deselect} />}
      />
      {hiding && <HideDialog product={hiding} onClose={() => setHiding(null)} />}
      <DeleteDialog products={deleting} onDelete={remove} onClose={() => setDeleting(null)} />
    </ListPage>
  )
}

interface ProductToolsProps {
  selected: readonly AdminProduct[]
  changes: ProductChanges
  onDelete: (products: readonly AdminProduct[]) => void
  onDone: (done: readonly AdminProduct[]) => void
}

function ProductTools({ selected, changes, onDelete, onDone }: ProductToolsProps) {
  const { busy } = changes

  async function run(change: Promise<boolean>) {
    if (await change) onDone(selected)
  }

  const switches = [
    [productListMessages.flashSalesOn, true],
    [productListMessages.flashSalesOff, false],
  ] as const
  return (
    <>
      {changes.undoOffer}
      {selected.length > 0 && (
        <fieldset ref={passFocusOn} className="flex flex-wrap items-center gap-2">
          <legend className="sr-only">{productListMessages.selectedProducts}</legend>
          <span role="status" className="me-1 font-medium">
            {productListMessages.selected({ count: selected.length })}
          </span>
          {switches.map(([text, isOn]) => (
            <Button
              key={text}
              size="small"
              variant="secondary"
              busy={busy}
              onClick={() => run(changes.setFlashSales(selected, isOn))}
            >
              {text}
            </Button>
          ))}
          <Button size="small" variant="danger" busy={busy} onClick={() => onDelete(selected)}>
            {productListMessages.deleteSelected}
          </Button>
        </fieldset>
      )}
      <FailureNote {...changes.failureOfSeveral} className="w-full" />
    </>
  )
}

function HideDialog({ product, onClose }: { product: AdminProduct; onClose: () => void }) {
  const [hide] = sellersApi.useHideProductMutation()
  const { product_id, product_name } = product
  const { values, field, ...draft } = useDraft(`hide-${product_id}`, { reason: '' })
  const { reason } = values
  return (
    <ActionDialog
      title={hiddenProductMessages.confirmHide}
      text={hiddenProductMessages.hideExplained({ name: product_name })}
      confirm={hiddenProductMessages.hide}
      danger
      refusals={shopErrors}
      check={() => ({ reason: reasonProblem(reason) })}
      draft={draft}
      success={hiddenProductMessages.nowHidden}
      onSubmit={() => hide({ product_id, reason: reason.trim() })}
      onClose={onClose}
    >
      <NeededReason {...field('reason')} />
    </ActionDialog>
  )
}

const COLUMNS: readonly Column<HiddenProduct>[] = [
  {
    text: hiddenProductMessages.product,
    cell: ({ product_name, seller_name }) => <TwoLines first={product_name} second={seller_name} />,
  },
  {
    text: hiddenProductMessages.why,
    cell: ({ reason, hidden_at }) => <TwoLines first={reason} second={<LocalDate at={hidden_at} />} />,
    inCard: 'unnamed',
  },
  {
    text: hiddenProductMessages.answer,
    cell: ({ answer }) =>
      answer === null ? (
        <span className="text-muted">{hiddenProductMessages.noAnswer}</span>
      ) : (
        <span className="whitespace-pre-line wrap-anywhere">{answer}</span>
      ),
    inCard: 'unnamed',
  },
]

function HiddenProducts() {
  const address = useListAddress('/admin/products', [], ['view'])
  const result = sellersApi.useGetHiddenProductsQuery({ page: address.page }, { refetchOnMountOrArgChange: true })
  const [show] = sellersApi.useShowProductMutation()
  const { call, noteAt } = useCalls(shopErrors)
  const changes = useProductChanges(listQuery(address))
  const [deleting, setDeleting] = useState<readonly HiddenProduct[] | null>(null)

  const showAgain = (product_id: string) =>
    call(product_id, () => show(product_id), {
      done: hiddenProductMessages.nowShown,
      failed: hiddenProductMessages.showFailed,
    })

  function remove(products: readonly HiddenProduct[], reason: string): Promise<boolean> {
    setDeleting(null)
    return changes.remove(products, reason)
  }

  return (
    <ListPage
      title={hiddenProductMessages.list}
      aside={
        <ButtonLink variant="secondary" size="small" to="/admin/products">
          {hiddenProductMessages.toProducts}
        </ButtonLink>
      }
    >
      <PagedList
        hasDays
        label={hiddenProductMessages.list}
        // Without hidden products there is nothing to show all of.
        address={{ ...address, filters: {} }}
        result={result}
        rowsOf={({ products }) => products}
        keyOf={({ product_id }) => product_id}
        columns={COLUMNS}
        menu={(product) => (
          <RowMenu name={product.product_name}>
            <MenuItem onSelect={() => showAgain(product.product_id)}>{hiddenProductMessages.show}</MenuItem>
            <MenuItem onSelect={() => changes.busy || setDeleting([product])}>{productListMessages.delete}</MenuItem>
          </RowMenu>
        )}
        failureOf={({ product_id }) => (noteAt(product_id).text ? noteAt : changes.failureOf)(product_id)}
        texts={hiddenProductMessages}
        failure={() => hiddenProductMessages.listFailed}
        nothingYet={{ title: hiddenProductMessages.nothingFound, text: hiddenProductMessages.noneText }}
        tools={
          <>
            {changes.undoOffer}
            <FailureNote {...changes.failureOfSeveral} className="w-full" />
          </>
        }
      />
      <DeleteDialog products={deleting} onDelete={remove} onClose={() => setDeleting(null)} />
    </ListPage>
  )
}

interface Named {
  product_id: string
  product_name: string
}

interface DeleteDialogProps<Product extends Named> {
  /** The products to delete; null while the dialog is closed. */
  products: readonly Product[] | null
  /** Returns true on success. */
  onDelete: (products: readonly Product[], reason: string) => Promise<boolean>
  onClose: () => void
}

/** Confirms the deletion of products, with an optional reason. */
function DeleteDialog<Product extends Named>({ products, onDelete, onClose }: DeleteDialogProps<Product>) {
  const [first] = products ?? []
  const count = products?.length ?? 0
  return (
    <ReasonDialog
      open={products !== null}
      name={`delete-${products?.map(({ product_id }) => product_id).join('-')}`}
      title={productListMessages.confirmDeleteOf({ count })}
      text={
        <>
          {count === 1 && <strong className="mb-1 block font-medium text-ink">{first?.product_name}</strong>}
          {productListMessages.deleteExplained}
        </>
      }
      confirm={productListMessages.delete}
      hint={auditMessages.reasonSeen}
      onConfirm={async (reason) => products !== null && onDelete(products, reason)}
      onCancel={onClose}
    />
  )
}
