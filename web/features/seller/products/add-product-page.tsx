import { Suspense, useState } from 'react'
import { productFormErrors } from '../../../../shared/catalog/errors.ts'
import { productFormMessages } from '../../../../shared/catalog/product-form-messages.ts'
import { failureOf } from '../../../api/failure-text.ts'
import type { Problem } from '../../../ui/form/use-checked-form.ts'
import { useNavigateFromHere } from '../../../ui/hooks.ts'
import { showSuccess } from '../../../ui/overlay/toasts.tsx'
import { Page } from '../../../ui/page.tsx'
import { sellerApi } from '../seller-api.ts'
import { stockProblemOf } from '../stock/stock-draft.ts'
import { FormSkeleton, ProductForm, type ProductSubmission } from './product-form.tsx'

/** Adds a product to the shop. */
export function AddProductPage() {
  const navigate = useNavigateFromHere()
  const [name, setName] = useState('')
  const [createProduct] = sellerApi.useCreateProductMutation()

  async function create(submission: ProductSubmission): Promise<Problem | null> {
    const { error } = await createProduct(submission)
    if (!error) return null
    return stockProblemOf(error) ?? failureOf(error, productFormErrors, productFormMessages.addFailed)
  }

  return (
    <Page title={name || productFormMessages.addHeading} personal>
      <Suspense fallback={<FormSkeleton />}>
        <ProductForm
          submitText={productFormMessages.addHeading}
          onSubmit={create}
          onName={setName}
          failedToast={productFormMessages.addFailed}
          onSaved={() => {
            showSuccess(productFormMessages.productAdded)
            navigate('/seller/products')
          }}
        />
      </Suspense>
    </Page>
  )
}
