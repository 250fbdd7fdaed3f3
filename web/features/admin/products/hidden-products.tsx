import { useState } from 'react'
import { UNDO_SECONDS } from '../../../../shared/catalog/constants.ts'
import { productListMessages } from '../../../../shared/catalog/product-list-messages.ts'
import { shopErrors } from '../../../../shared/sellers/errors.ts'
import { hiddenProductMessages } from '../../../../shared/sellers/messages.ts'
import type { HiddenProduct } from '../../../../shared/sellers/schema.ts'
import { useCalls } from '../../../session/use-calls.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { listQuery, useListAddress } from '../../../ui/list/list-address.ts'
import { ListFrame, ListPage } from '../../../ui/list/list-frame.tsx'
import { type Column, RowList } from '../../../ui/list/row-list.tsx'
import { RowMenu } from '../../../ui/list/row-menu.tsx'
import { MenuItem } from '../../../ui/overlay/menu.tsx'
import { UndoOffer } from '../../../ui/overlay/undo-offer.tsx'
import { LocalDate, TwoLines } from '../../../ui/values.tsx'
import { useGetHiddenProductsQuery, useShowProductMutation } from '../sellers/sellers-api.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { useProductChanges } from './use-product-changes.ts'

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

/** The products that admins have hidden, newest first, with the answers of their sellers. */
export function HiddenProducts() {
  const address = useListAddress('/admin/products', [], ['view'])
  const result = useGetHiddenProductsQuery({ page: address.page }, { refetchOnMountOrArgChange: true })
  const [show] = useShowProductMutation()
  const { call, noteAt } = useCalls(shopErrors)
  const changes = useProductChanges(listQuery(address))
  const [deleting, setDeleting] = useState<readonly HiddenProduct[] | null>(null)
  const { offer } = changes

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
      <ListFrame
        hasDays
        // Without hidden products there is nothing to show all of.
        address={{ ...address, filters: {} }}
        result={result}
        texts={hiddenProductMessages}
        failure={() => hiddenProductMessages.listFailed}
        nothingYet={{ title: hiddenProductMessages.nothingFound, text: hiddenProductMessages.noneText }}
        tools={
          <>
            {offer && (
              <UndoOffer key={offer.id} offer={offer} seconds={UNDO_SECONDS} onEnd={() => changes.endOffer(offer.id)} />
            )}
            <FailureNote {...changes.failureOfSeveral} className="w-full" />
          </>
        }
      >
        {({ products }) => (
          <RowList
            label={hiddenProductMessages.list}
            rows={products}
            keyOf={({ product_id }) => product_id}
            columns={COLUMNS}
            menu={(product) => (
              <RowMenu name={product.product_name}>
                <MenuItem onSelect={() => showAgain(product.product_id)}>{hiddenProductMessages.show}</MenuItem>
                <MenuItem onSelect={() => changes.busy || setDeleting([product])}>
                  {productListMessages.delete}
                </MenuItem>
              </RowMenu>
            )}
            failureOf={({ product_id }) => (noteAt(product_id).text ? noteAt : changes.failureOf)(product_id)}
          />
        )}
      </ListFrame>
      <DeleteDialog products={deleting} onDelete={remove} onClose={() => setDeleting(null)} />
    </ListPage>
  )
}
