import { useState } from 'react'
import { MAX_ANSWER_LENGTH } from '../../../../shared/sellers/constants.ts'
import { shopErrors } from '../../../../shared/sellers/errors.ts'
import { hiddenProductMessages } from '../../../../shared/sellers/messages.ts'
import type { HiddenProduct } from '../../../../shared/sellers/schema.ts'
import { useDraft } from '../../../session/use-draft.tsx'
import { Button } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'
import { LocalDate } from '../../../ui/values.tsx'
import { ActionDialog, DialogTextArea } from '../../fulfilment/action-dialog.tsx'
import { shopApi } from '../shop/shop-api.ts'

/** The seller's products that an admin has hidden, with the reasons and answers; nothing without any. */
export function HiddenProducts({ products }: { products: readonly HiddenProduct[] }) {
  const [answering, setAnswering] = useState<HiddenProduct | null>(null)
  if (!products.length) return null
  return (
    <section aria-labelledby="hidden" className="mt-5 rounded-picture border border-line bg-tint p-4 sm:p-6">
      <h2 id="hidden" className="display text-lg">
        {hiddenProductMessages.heading}
      </h2>
      <p className="mb-3 text-muted">{hiddenProductMessages.explained}</p>
      <ul className="grid gap-3">
        {products.map((product) => (
          <li key={product.product_id} className="grid gap-1 border-t border-line pt-3">
            <Link
              to={`/seller/edit-product/${product.product_id}`}
              className="font-medium underline underline-offset-2 wrap-anywhere"
            >
              {product.product_name}
            </Link>
            <p className="wrap-anywhere">
              {hiddenProductMessages.reason({ reason: product.reason })}{' '}
              <span className="text-sm text-muted">
                <LocalDate at={product.hidden_at} />
              </span>
            </p>
            {product.answer !== null && (
              <p className="whitespace-pre-line text-muted wrap-anywhere">
                {hiddenProductMessages.answered({ answer: product.answer })}
              </p>
            )}
            <Button
              variant="secondary"
              size="small"
              className="justify-self-start"
              aria-label={hiddenProductMessages.answerOf({ name: product.product_name })}
              onClick={() => setAnswering(product)}
            >
              {hiddenProductMessages.answer}
            </Button>
          </li>
        ))}
      </ul>
      {answering && <AnswerDialog product={answering} onClose={() => setAnswering(null)} />}
    </section>
  )
}

function AnswerDialog({ product, onClose }: { product: HiddenProduct; onClose: () => void }) {
  const { product_id, product_name } = product
  const [send] = shopApi.useAnswerHiddenMutation()
  const { values, field, ...draft } = useDraft(`hidden-${product_id}`, { answer: product.answer ?? '' })
  const { answer } = values
  return (
    <ActionDialog
      title={hiddenProductMessages.answerOf({ name: product_name })}
      confirm={hiddenProductMessages.send}
      refusals={shopErrors}
      check={() => ({ answer: answer.trim() ? undefined : hiddenProductMessages.answerNeeded })}
      draft={draft}
      success={hiddenProductMessages.sent}
      onSubmit={() => send({ product_id, answer })}
      onClose={onClose}
    >
      <DialogTextArea
        {...field('answer')}
        label={hiddenProductMessages.answer}
        rows={5}
        maxLength={MAX_ANSWER_LENGTH}
        required
      />
    </ActionDialog>
  )
}
