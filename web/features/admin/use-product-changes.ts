import { useRef, useState } from 'react'
import { productListMessages, productListRefusals } from '../../../shared/catalog/product-list-messages.ts'
import type { AdminProduct } from '../../../shared/catalog/schema.ts'
import type { ListQuery } from '../../../shared/kernel/list-schema.ts'
import { failureText } from '../../api/failure-text.ts'
import { showError, showSuccess } from '../../ui/toasts.tsx'
import {
  useChangeFlashSaleMutation,
  useChangeFlashSalesMutation,
  useDeleteAdminProductsMutation,
  useRestoreAdminProductsMutation,
} from './admin-api.ts'
import type { Offer } from './undo-offer.tsx'

export type ProductChanges = ReturnType<typeof useProductChanges>

/**
 * Returns an admin's actions on the products of a list. Each reports its result by a toast; bulk actions also return whether
 * they worked. Deletions and bulk actions can be undone.
 */
export function useProductChanges(list: ListQuery) {
  const [changeOne] = useChangeFlashSaleMutation()
  const [changeSeveral, { isLoading: changing }] = useChangeFlashSalesMutation()
  const [deleteProducts, { isLoading: deleting, originalArgs: deletion }] = useDeleteAdminProductsMutation()
  const [restore] = useRestoreAdminProductsMutation()
  const { offer, offerUndo, endOffer } = useOffer()

  async function setFlashSale({ product_id }: AdminProduct, flash_sale: boolean) {
    const { error } = await changeOne({ product_id, flash_sale, list })
    if (error) showError(productListMessages.flashSaleFailed(reasonOf(error)))
    else showSuccess(flashSaleText(flash_sale))
  }

  async function setFlashSales(products: readonly AdminProduct[], flash_sale: boolean): Promise<boolean> {
    const { data, error } = await changeSeveral({ product_ids: idsOf(products), flash_sale })
    if (!data) {
      showError(productListMessages.flashSaleFailed(reasonOf(error)))
      return false
    }
    showSuccess(flashSaleText(flash_sale))
    const { product_ids } = data
    if (!product_ids.length) return true
    const { turnedOnFor, turnedOffFor } = productListMessages
    offerUndo((flash_sale ? turnedOnFor : turnedOffFor)(product_ids.length), async () => {
      const undone = await changeSeveral({ product_ids, flash_sale: !flash_sale })
      if (undone.error) showError(productListMessages.undoFailed)
      else showSuccess(flashSaleText(!flash_sale))
    })
    return true
  }

  async function remove(products: readonly AdminProduct[], reason: string): Promise<boolean> {
    const { data, error } = await deleteProducts({ product_ids: idsOf(products), reason, list })
    if (!data?.product_ids.length) {
      // None of them: other admins or their sellers were faster.
      const cause = error ? reasonOf(error) : productListRefusals.product_not_found
      showError(productListMessages.deleteFailedBecause(cause))
      return !error
    }
    const deleted = data.product_ids
    showSuccess(productListMessages.deletedSuccessfully(deleted.length))
    offerUndo(productListMessages.deleted(deleted.length), async () => {
      const restored = await restore(deleted)
      if (restored.data?.product_ids.length === deleted.length)
        showSuccess(productListMessages.restored(deleted.length))
      else showError(productListMessages.undoFailed)
    })
    return true
  }

  return {
    setFlashSale,
    setFlashSales,
    remove,
    busy: changing || deleting,
    /** The ids of the products that are being deleted. */
    deletingIds: deleting && deletion ? deletion.product_ids : [],
    offer,
    endOffer,
  }
}

function useOffer() {
  const [offer, setOffer] = useState<Offer | null>(null)
  const count = useRef(0)
  return {
    offer,
    offerUndo: (text: string, undo: Offer['undo']) => {
      count.current += 1
      setOffer({ id: count.current, text, undo })
    },
    /** Ends this offer, unless another one has replaced it. */
    endOffer: (id: number) => setOffer((shown) => (shown?.id === id ? null : shown)),
  }
}

const idsOf = (products: readonly AdminProduct[]) => products.map(({ product_id }) => product_id)
const reasonOf = (error: unknown) => failureText(error, productListRefusals, productListMessages.unknownReason)
const flashSaleText = (on: boolean) => (on ? productListMessages.flashSaleOn : productListMessages.flashSaleOff)
