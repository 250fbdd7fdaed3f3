import { UNDO_SECONDS } from '../../../../shared/catalog/constants.ts'
import { productErrors } from '../../../../shared/catalog/errors.ts'
import { productListMessages } from '../../../../shared/catalog/product-list-messages.ts'
import type { AdminProduct } from '../../../../shared/catalog/schema.ts'
import type { ListQuery } from '../../../../shared/kernel/list-schema.ts'
import { canRetry, failureText } from '../../../api/failure-text.ts'
import { type Failure, useFailures } from '../../../ui/form/use-failures.ts'
import { showSuccess } from '../../../ui/overlay/toasts.tsx'
import { useUndoOffer } from '../../../ui/overlay/undo-offer.tsx'
import { adminProductsApi } from '../admin-api.ts'

/** The key of failures of bulk actions among the ids of products. */
const SEVERAL = 'several'

export type ProductChanges = ReturnType<typeof useProductChanges>

/**
 * Returns an admin's actions on the products of a list. Each reports its result; deletions and bulk actions return true on
 * success and can be undone.
 */
export function useProductChanges(list: ListQuery) {
  const failures = useFailures()
  const { undoOffer, offerUndo } = useOffer(failures)
  const { changing, ...flashSales } = useFlashSales(list, failures, offerUndo)
  const { deletingIds, remove } = useDeletion(list, failures, offerUndo)
  return {
    ...flashSales,
    remove,
    busy: changing || deletingIds.length > 0,
    deletingIds,
    undoOffer,
    failureOf: failures.noteAt,
    failureOfSeveral: failures.noteAt(SEVERAL),
  }
}

type Identified = Pick<AdminProduct, 'product_id'>
type Failures = ReturnType<typeof useFailures>
type OfferUndo = ReturnType<typeof useOffer>['offerUndo']

function useFlashSales(list: ListQuery, { report, clear }: Failures, offerUndo: OfferUndo) {
  const [changeOne] = adminProductsApi.useChangeFlashSaleMutation()
  const [changeSeveral, { isLoading: changing }] = adminProductsApi.useChangeFlashSalesMutation()

  async function setFlashSale(product: AdminProduct, flash_sale: boolean): Promise<void> {
    const { product_id } = product
    clear(product_id)
    const { error } = await changeOne({ product_id, flash_sale, list })
    const { flashSaleFailed } = productListMessages
    if (error)
      report(
        product_id,
        failureOf(error, flashSaleFailed, () => setFlashSale(product, flash_sale)),
      )
    else showSuccess(flashSaleText(flash_sale))
  }

  async function setFlashSales(products: readonly AdminProduct[], flash_sale: boolean): Promise<boolean> {
    clear(SEVERAL)
    const { data, error } = await changeSeveral({ product_ids: idsOf(products), flash_sale })
    if (!data) {
      const { flashSaleFailed } = productListMessages
      report(
        SEVERAL,
        failureOf(error, flashSaleFailed, () => setFlashSales(products, flash_sale)),
      )
      return false
    }
    showSuccess(flashSaleText(flash_sale))
    const { product_ids } = data
    if (!product_ids.length) return true
    const { turnedOnFor, turnedOffFor } = productListMessages
    offerUndo((flash_sale ? turnedOnFor : turnedOffFor)({ count: product_ids.length }), async () => {
      const undone = await changeSeveral({ product_ids, flash_sale: !flash_sale })
      return undone.error ? null : flashSaleText(!flash_sale)
    })
    return true
  }

  return { setFlashSale, setFlashSales, changing }
}

function useDeletion(list: ListQuery, { report, clear }: Failures, offerUndo: OfferUndo) {
  const [deleteProducts, { isLoading: deleting, originalArgs: deletion }] =
    adminProductsApi.useDeleteAdminProductsMutation()
  const [restore] = adminProductsApi.useRestoreAdminProductsMutation()

  async function remove(products: readonly Identified[], reason: string): Promise<boolean> {
    const where = products.length === 1 ? (products[0]?.product_id ?? SEVERAL) : SEVERAL
    clear(where)
    const { data, error } = await deleteProducts({ product_ids: idsOf(products), reason, list })
    if (error) {
      const { deleteFailedBecause } = productListMessages
      report(
        where,
        failureOf(error, deleteFailedBecause, () => remove(products, reason)),
      )
      return false
    }
    if (!data.product_ids.length) {
      // Other admins or the sellers have deleted all of them.
      report(SEVERAL, {
        text: productListMessages.deleteFailedBecause({ reason: productErrors.product_not_found.text }),
      })
      return true
    }
    const deleted = data.product_ids
    showSuccess(productListMessages.deletedSuccessfully({ count: deleted.length }))
    offerUndo(productListMessages.deleted({ count: deleted.length }), async () => {
      const restored = await restore(deleted)
      return restored.data?.product_ids.length === deleted.length
        ? productListMessages.restored({ count: deleted.length })
        : null
    })
    return true
  }

  return { remove, deletingIds: deleting && deletion ? deletion.product_ids : [] }
}

function failureOf(error: unknown, text: (values: { reason: string }) => string, retry: () => unknown): Failure {
  const reason = failureText(error, productErrors)
  return { text: text({ reason }), retry: canRetry(error, productErrors) ? retry : undefined }
}

function useOffer({ report, clear }: Failures) {
  const { undoOffer, offerUndo } = useUndoOffer(UNDO_SECONDS)

  async function undo(change: () => Promise<string | null>): Promise<void> {
    clear(SEVERAL)
    const done = await change()
    if (done === null) report(SEVERAL, { text: productListMessages.undoFailed, retry: () => undo(change) })
    else showSuccess(done)
  }

  return {
    undoOffer,
    /** `change` undoes the action and returns the toast, null when it failed. */
    offerUndo: (text: string, change: () => Promise<string | null>) => offerUndo(text, () => undo(change)),
  }
}

const idsOf = (products: readonly Identified[]) => products.map(({ product_id }) => product_id)
const flashSaleText = (on: boolean) => (on ? productListMessages.flashSaleOn : productListMessages.flashSaleOff)
