import { useRef, useState } from 'react'
import { productListMessages, productListRefusals } from '../../../shared/catalog/product-list-messages.ts'
import type { AdminProduct } from '../../../shared/catalog/schema.ts'
import type { ListQuery } from '../../../shared/kernel/list-schema.ts'
import { failureText } from '../../api/failure-text.ts'
import { showError, showSuccess } from '../../ui/toasts.tsx'
import {
  useChangeFlashSaleMutation,
  useChangeFlashSalesMutation,
  useDeleteAdminProductMutation,
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
  const [deleteOne, { isLoading: deletingOne, originalArgs: deletedId }] = useDeleteAdminProductMutation()
  const [deleteSeveral, { isLoading: deleting }] = useDeleteAdminProductsMutation()
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

  async function remove(products: readonly AdminProduct[]): Promise<boolean> {
    const product_ids = idsOf(products)
    const [first = ''] = product_ids
    const { data, error } = product_ids.length > 1 ? await deleteSeveral(product_ids) : await deleteOne(first)
    if (error) {
      showError(productListMessages.deleteFailedBecause(reasonOf(error)))
      return false
    }
    const deleted = data?.product_ids ?? product_ids
    showSuccess(productListMessages.deletedSuccessfully(deleted.length))
    if (!deleted.length) return true
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
    busy: changing || deleting || deletingOne,
    /** The id of the product that is being deleted. */
    deletingId: deletingOne ? deletedId : undefined,
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
