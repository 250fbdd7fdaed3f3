import { Suspense, useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { productFormErrors } from '../../../../shared/catalog/errors.ts'
import { catalogMessages } from '../../../../shared/catalog/messages.ts'
import { productFormMessages } from '../../../../shared/catalog/product-form-messages.ts'
import type { SellerProduct } from '../../../../shared/catalog/schema.ts'
import type { Stock, StockHistory as StockHistoryPage } from '../../../../shared/stock/schema.ts'
import { knownErrorOf } from '../../../api/api.ts'
import { failureOf } from '../../../api/failure-text.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailure } from '../../../ui/failure-note.tsx'
import type { Problem } from '../../../ui/form/use-checked-form.ts'
import { useNavigateFromHere } from '../../../ui/hooks.ts'
import { PackageX } from '../../../ui/icons.tsx'
import { showError, showSuccess } from '../../../ui/overlay/toasts.tsx'
import { Page } from '../../../ui/page.tsx'
import { prefetchEditor } from '../../../ui/rich-text/rich-text-field.tsx'
import { sellerApi } from '../seller-api.ts'
import { stockApi } from '../stock/stock-api.ts'
import { stockProblemOf } from '../stock/stock-draft.ts'
import { StockHistory } from '../stock/stock-history.tsx'
import { draftOf, readImages } from './product-draft.ts'
import { FormSkeleton, ProductForm, type ProductSubmission } from './product-form.tsx'
import type { FormStart } from './unsent-draft.ts'

/** Changes one of the seller's own products. */
export function EditProductPage() {
  const { productId = '' } = useParams()
  const [name, setName] = useState('')
  return (
    <Page title={name || productFormMessages.editHeading} personal>
      <EditProduct key={productId} productId={productId} onName={setName} />
    </Page>
  )
}

interface EditProductProps {
  productId: string
  onName: (name: string) => void
}

function EditProduct({ productId, onName }: EditProductProps) {
  const product = sellerApi.useGetSellerProductQuery(productId)
  const stock = stockApi.useGetStockQuery({ productId })
  useEffect(prefetchEditor, [])
  if (product.currentData && stock.currentData) {
    return (
      // The whole form suspends, as the height of its editor depends on the text.
      <Suspense fallback={<FormSkeleton />}>
        <EditForm product={product.currentData} history={stock.currentData} onName={onName} />
      </Suspense>
    )
  }
  if (product.currentData !== null) {
    const failed = [product, stock].filter(({ error }) => error)
    if (!failed.length) return <FormSkeleton />
    return (
      <LoadFailure
        title={catalogMessages.fetchProductFailed}
        onRetry={() => failed.forEach(({ refetch }) => void refetch())}
        retrying={failed.some(({ isFetching }) => isFetching)}
      />
    )
  }
  return (
    <EmptyState
      icon={<PackageX aria-hidden />}
      title={catalogMessages.productNotFound}
      text={productFormMessages.notFoundText}
      action={<ButtonLink to="/seller/products">{productFormMessages.toYourProducts}</ButtonLink>}
    />
  )
}

function startOf(product: SellerProduct, stock: Stock): FormStart & { revision: number } {
  const { product_id: form, revision } = product
  return { form, initial: draftOf(product, stock), revision }
}

interface EditFormProps extends Pick<EditProductProps, 'onName'> {
  product: SellerProduct
  history: StockHistoryPage
}

function EditForm({ product: loaded, history, onName }: EditFormProps) {
  const navigate = useNavigateFromHere()
  const [editProduct] = sellerApi.useEditProductMutation()
  const [fetchProduct] = sellerApi.useLazyGetSellerProductQuery()
  const [fetchStock] = stockApi.useLazyGetStockQuery()
  const productId = loaded.product_id
  // Read once: a refetch must not pair older values with a newer revision.
  const [start, setStart] = useState(() => startOf(loaded, history.stock))
  const [newer, setNewer] = useState<ReturnType<typeof startOf> | null>(null)
  const revision = useRef(loaded.revision)
  const [loads, setLoads] = useState(0)
  const { problem } = readImages(loaded.other_images)
  useEffect(() => {
    if (problem) showError(problem)
  }, [problem])

  async function save({ product: draft, ...upload }: ProductSubmission): Promise<Problem | null> {
    const product = { ...draft, revision: revision.current }
    const { error } = await editProduct({ ...upload, productId, product })
    if (!error) return null
    if (knownErrorOf(error, productFormErrors)?.code === 'newer_revision') {
      const [{ data }, present] = await Promise.all([fetchProduct(productId), fetchStock({ productId })])
      if (data && present.data) setNewer(startOf(data, present.data.stock))
    }
    return stockProblemOf(error) ?? failureOf(error, productFormErrors, productFormMessages.updateFailed)
  }

  function resolve(isTheirs: boolean): void {
    if (newer) {
      revision.current = newer.revision
      setStart(newer)
      setNewer(null)
    }
    if (isTheirs) setLoads(loads + 1)
  }

  return (
    <ProductForm
      key={loads}
      start={start}
      newer={newer}
      onResolve={resolve}
      submitText={productFormMessages.update}
      onSubmit={save}
      onName={onName}
      failedToast={productFormMessages.updateFailed}
      reserved={history.stock.counted ? history.stock.reserved : 0}
      stockHistory={history.total > 0 && <StockHistory productId={productId} />}
      onSaved={() => {
        showSuccess(productFormMessages.productUpdated)
        navigate('/seller/products')
      }}
    />
  )
}
