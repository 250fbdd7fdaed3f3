import { uiMessages } from '../../../../shared/kernel/messages.ts'
import { shopErrors } from '../../../../shared/sellers/errors.ts'
import { hiddenProductMessages } from '../../../../shared/sellers/messages.ts'
import type { HiddenProduct } from '../../../../shared/sellers/schema.ts'
import { canRetry, failureText } from '../../../api/failure-text.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { useFailures } from '../../../ui/form/use-failures.ts'
import { useListAddress } from '../../../ui/list/list-address.ts'
import { ListFrame } from '../../../ui/list/list-frame.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { type Column, RowList } from '../../../ui/list/row-list.tsx'
import { showSuccess } from '../../../ui/overlay/toasts.tsx'
import { LocalDate, TwoLines } from '../../../ui/values.tsx'
import { useGetHiddenProductsQuery, useShowProductMutation } from '../sellers/sellers-api.ts'

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
  const { report, clear, noteAt } = useFailures()

  async function showAgain(product_id: string): Promise<void> {
    clear(product_id)
    const { error } = await show(product_id)
    if (!error) return showSuccess(hiddenProductMessages.nowShown)
    const reason = failureText(error, shopErrors, uiMessages.unexpectedError)
    report(product_id, {
      text: hiddenProductMessages.showFailed({ reason }),
      retry: canRetry(error, shopErrors) ? () => showAgain(product_id) : undefined,
    })
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
        address={address}
        result={result}
        texts={hiddenProductMessages}
        failure={() => hiddenProductMessages.listFailed}
        nothingYet={{ title: hiddenProductMessages.nothingFound, text: hiddenProductMessages.noneText }}
      >
        {({ products }) => (
          <RowList
            label={hiddenProductMessages.list}
            rows={products}
            keyOf={({ product_id }) => product_id}
            columns={COLUMNS}
            actions={({ product_id, product_name }) => (
              <Button
                variant="secondary"
                size="row"
                aria-label={hiddenProductMessages.showOf({ name: product_name })}
                onClick={() => showAgain(product_id)}
              >
                {hiddenProductMessages.show}
              </Button>
            )}
            failureOf={({ product_id }) => noteAt(product_id)}
          />
        )}
      </ListFrame>
    </ListPage>
  )
}
