import { PackageX } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { catalogMessages } from '../../../shared/catalog/messages.ts'
import { productFormMessages } from '../../../shared/catalog/product-form-messages.ts'
import { productFormRefusals } from '../../../shared/catalog/product-form-refusals.ts'
import type { SellerProduct } from '../../../shared/catalog/schema.ts'
import { failureText } from '../../api/failure-text.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Page } from '../../ui/page.tsx'
import { showError, showSuccess } from '../../ui/toasts.tsx'
import { useNavigateFromHere } from '../../ui/use-navigate-from-here.ts'
import { prefetchEditor } from './description-field.tsx'
import { FormSkeleton } from './form-skeleton.tsx'
import { draftOf } from './product-draft.ts'
import { ProductForm, type ProductSubmission } from './product-form.tsx'
import { readImages } from './read-images.ts'
import { useEditProductMutation, useGetSellerProductQuery } from './seller-api.ts'

const TITLE = productFormMessages.editHeading

/** Changes one of the seller's own products. */
export function EditProductPage() {
  const { productId = '' } = useParams()
  return (
    <Page title={TITLE} personal>
      <EditProduct key={productId} productId={productId} />
    </Page>
  )
}

function EditProduct({ productId }: { productId: string }) {
  const { currentData, error, isFetching, refetch } = useGetSellerProductQuery(productId)
  // In parallel with the product.
  useEffect(prefetchEditor, [])
  if (currentData) {
    return (
      // The form appears as a whole: the height of its editor depends on the text.
      <Suspense fallback={<FormSkeleton />}>
        <EditForm product={currentData} />
      </Suspense>
    )
  }
  if (error) return <LoadFailure title={catalogMessages.fetchProductFailed} onRetry={refetch} retrying={isFetching} />
  if (currentData === undefined) return <FormSkeleton />
  return (
    <EmptyState
      icon={<PackageX aria-hidden />}
      title={catalogMessages.productNotFound}
      text={productFormMessages.notFoundText}
      action={<ButtonLink to="/seller/products">{productFormMessages.toYourProducts}</ButtonLink>}
    />
  )
}

function EditForm({ product: given }: { product: SellerProduct }) {
  // The product the form started from: a refetch must not pair older values with a newer revision.
  const [product] = useState(given)
  const navigate = useNavigateFromHere()
  const [editProduct] = useEditProductMutation()
  const { product_id: productId, revision } = product
  const [start] = useState(() => ({ form: productId, initial: draftOf(product), revision }))
  const { problem } = readImages(product.other_images)
  useEffect(() => {
    if (problem) showError(problem)
  }, [problem])

  async function save({ product: draft, ...upload }: ProductSubmission): Promise<string | null> {
    const { error } = await editProduct({ ...upload, productId, product: { ...draft, revision } })
    if (!error) return null
    return failureText(error, productFormRefusals, productFormMessages.updateFailed)
  }

  return (
    <ProductForm
      start={start}
      submitText={productFormMessages.update}
      onSubmit={save}
      failedToast={productFormMessages.updateFailed}
      onSaved={() => {
        showSuccess(productFormMessages.productUpdated)
        navigate('/seller/products')
      }}
    />
  )
}
