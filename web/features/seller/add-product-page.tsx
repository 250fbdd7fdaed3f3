import { Suspense } from 'react'
import { sellerMessages } from '../../../shared/seller/messages.ts'
import { Page } from '../../ui/page.tsx'
import { showError, showSuccess } from '../../ui/toasts.tsx'
import { useNavigateFromHere } from '../../ui/use-navigate-from-here.ts'
import { FormSkeleton } from './form-skeleton.tsx'
import { ProductForm, type ProductSubmission } from './product-form.tsx'
import { refusalText } from './refusal-text.ts'
import { useCreateProductMutation } from './seller-api.ts'

/** Puts a new product into the stall. */
export function AddProductPage() {
  const navigate = useNavigateFromHere()
  const [createProduct] = useCreateProductMutation()

  async function create(submission: ProductSubmission): Promise<string | null> {
    const { error } = await createProduct(submission)
    if (!error) return null
    showError(sellerMessages.addFailed)
    return refusalText(error, sellerMessages.addFailed)
  }

  return (
    <Page title="Add Product" personal>
      <Suspense fallback={<FormSkeleton />}>
        <ProductForm
          submitText="Add Product"
          onSubmit={create}
          onSaved={() => {
            showSuccess(sellerMessages.productAdded)
            navigate('/seller/products')
          }}
        />
      </Suspense>
    </Page>
  )
}
