import { useRef, useState } from 'react'
import { auditMessages } from '../../../../shared/audit/messages.ts'
import { ADMIN_PRODUCT_SORTS } from '../../../../shared/catalog/constants.ts'
import {
  productListMessages,
  productListRefusals,
  productListTexts,
} from '../../../../shared/catalog/product-list-messages.ts'
import type { AdminProduct } from '../../../../shared/catalog/schema.ts'
import { failureText } from '../../../api/failure-text.ts'
import { ExportButton } from '../../../session/export-button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { filterAddress, listQuery, useListAddress } from '../../../ui/list/list-address.ts'
import { ListFrame } from '../../../ui/list/list-frame.tsx'
import { ListSearch } from '../../../ui/list/list-search.tsx'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { Page, PageHeading } from '../../../ui/page.tsx'
import { AreaDrawing } from '../../../ui/pictures/drawings.tsx'
import { useGetAdminProductsQuery } from '../admin-api.ts'
import { OpenShop } from '../open-shop.tsx'
import { ReasonDialog } from '../reason-dialog.tsx'
import { ProductRows } from './product-rows.tsx'
import { ProductTools } from './product-tools.tsx'
import { useProductChanges } from './use-product-changes.ts'

/** The products of all sellers, with search, flash sales and deletion. */
export function AdminProductsPage() {
  const address = useListAddress('/admin/products', ADMIN_PRODUCT_SORTS, ['seller'])
  const list = listQuery(address)
  const result = useGetAdminProductsQuery(list, { refetchOnMountOrArgChange: true })
  const { selected, selection, deselect } = useSelection(result.data?.products ?? [], {
    keyOf: (product) => product.product_id,
    nameOf: (product) => product.product_name,
  })
  const changes = useProductChanges(list)
  const [deleting, setDeleting] = useState<readonly AdminProduct[] | null>(null)

  async function remove(products: readonly AdminProduct[], reason: string): Promise<boolean> {
    setDeleting(null)
    const worked = await changes.remove(products, reason)
    if (worked) deselect(products)
    return worked
  }

  return (
    <Page title={productListMessages.products} heading="own" personal>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-2 gap-y-4">
        <PageHeading>{productListMessages.products}</PageHeading>
        <ExportButton of="admin" file="products.csv" address={address} />
      </div>
      <div className="flex flex-wrap gap-3">
        <ListSearch placeholder={productListTexts.search} address={address} />
        <ListSearch placeholder={productListMessages.findSeller} address={filterAddress(address, 'seller')} />
      </div>
      <ListFrame
        address={address}
        result={result}
        texts={productListTexts}
        failure={(error) =>
          productListMessages.productsFailedBecause(
            failureText(error, productListRefusals, productListMessages.unknownReason),
          )
        }
        toastsFailure
        nothingYet={
          <EmptyState
            drawing={<AreaDrawing of="list" />}
            title={productListTexts.nothingFound}
            text={productListMessages.nothingYetText}
            action={<OpenShop />}
          />
        }
        tools={<ProductTools selected={selected} changes={changes} onDelete={setDeleting} onDone={deselect} />}
      >
        {({ products }) => (
          <ProductRows
            products={products}
            address={address}
            selection={selection}
            changes={changes}
            onDelete={setDeleting}
          />
        )}
      </ListFrame>
      <DeleteDialog products={deleting} onDelete={remove} onClose={() => setDeleting(null)} />
    </Page>
  )
}

interface DeleteDialogProps {
  /** Those to delete; null while the dialog is closed. */
  products: readonly AdminProduct[] | null
  /** Returns whether it worked. */
  onDelete: (products: readonly AdminProduct[], reason: string) => Promise<boolean>
  onClose: () => void
}

function DeleteDialog({ products, onDelete, onClose }: DeleteDialogProps) {
  // What it asks stays while it fades out.
  const asked = useRef<readonly AdminProduct[]>([])
  if (products) asked.current = products
  const [first] = asked.current
  const count = asked.current.length
  return (
    <ReasonDialog
      open={products !== null}
      name={`delete-${asked.current.map(({ product_id }) => product_id).join('-')}`}
      title={productListMessages.confirmDeleteOf(count)}
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
