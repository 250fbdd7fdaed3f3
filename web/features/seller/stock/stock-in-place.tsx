import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { SellerProductsQuery } from '../../../../shared/catalog/schema.ts'
import { uiMessages } from '../../../../shared/kernel/messages.ts'
import { stockErrors } from '../../../../shared/stock/change-errors.ts'
import { MAX_ON_HAND } from '../../../../shared/stock/constants.ts'
import type { OwnStock } from '../../../../shared/stock/schema.ts'
import { stockFormMessages, stockListMessages } from '../../../../shared/stock/seller-messages.ts'
import { knownErrorOf } from '../../../api/api.ts'
import { failureText } from '../../../api/failure-text.ts'
import { Pencil } from '../../../ui/area-icons.ts'
import { Button } from '../../../ui/button.tsx'
import { useNumberInput } from '../../../ui/form/number-input.ts'
import { inputLook } from '../../../ui/form/text-field.tsx'
import { Check, X } from '../../../ui/icons.tsx'
import { StockMark } from '../../../ui/list/product-parts.tsx'
import { showErrorOfAlert, showSuccess } from '../../../ui/overlay/toasts.tsx'
import { stockApi } from './stock-api.ts'
import { isWhole } from './stock-draft.ts'

interface StockInPlaceProps {
  product: { product_id: string; product_name: string; stock: OwnStock }
  /** The view of the seller's products that shows the number. */
  list?: SellerProductsQuery
}

/** The number on hand, editable in place: Enter saves, Escape cancels. */
export function StockInPlace({ product, list }: StockInPlaceProps) {
  const [isEdited, setIsEdited] = useState(false)
  // Returns the focus to the button after editing.
  const takesFocus = useRef(false)
  if (isEdited) {
    return (
      <StockEdit
        product={product}
        list={list}
        onDone={() => {
          takesFocus.current = true
          setIsEdited(false)
        }}
      />
    )
  }
  return (
    <button
      type="button"
      ref={(button) => {
        if (button && takesFocus.current) button.focus({ preventScroll: true })
        takesFocus.current = false
      }}
      title={stockListMessages.changeOf({ name: product.product_name })}
      className="-mx-1 inline-flex min-h-6 max-w-[calc(100%+0.5rem)] items-center gap-1.5 rounded-field px-1 text-start hover:bg-tint-strong xl:*:flex-nowrap"
      onClick={() => setIsEdited(true)}
    >
      <StockMark {...product.stock} />
      <Pencil aria-hidden className="size-3.5 shrink-0 text-muted" />
      <span className="sr-only">{stockListMessages.changeOf({ name: product.product_name })}</span>
    </button>
  )
}

function StockEdit({ product, list, onDone }: StockInPlaceProps & { onDone: () => void }) {
  const id = useId()
  const { text, setText, problem, busy, save } = useStockEdit({ product, list, onDone })
  return (
    <span className="grid min-w-0 justify-items-start gap-1 font-normal">
      <span className="flex flex-wrap items-center gap-1">
        <input
          ref={selectOnce}
          {...useNumberInput()}
          inputMode="numeric"
          min={0}
          max={MAX_ON_HAND}
          value={text}
          aria-label={stockListMessages.onHandOf({ name: product.product_name })}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? id : undefined}
          enterKeyHint="done"
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key === 'Enter') void save()
            if (event.key === 'Escape') onDone()
          }}
          className={`${inputLook} min-h-9! w-24! px-2.5!`}
        />
        <Button variant="quiet" size="rowIcon" aria-label={stockListMessages.save} busy={busy} onClick={save}>
          <Check aria-hidden className="size-4.5" />
        </Button>
        <Button variant="quiet" size="rowIcon" aria-label={uiMessages.cancel} onClick={onDone}>
          <X aria-hidden className="size-4.5" />
        </Button>
      </span>
      {problem && (
        <span id={id} role="alert" className="text-sm text-danger">
          {problem}
        </span>
      )}
    </span>
  )
}

function selectOnce(input: HTMLInputElement | null): void {
  input?.focus({ preventScroll: true })
  input?.select()
}

function useStockEdit({ product, list, onDone }: StockInPlaceProps & { onDone: () => void }) {
  const { product_id: productId, product_name, stock } = product
  const [text, setText] = useState(String(stock.on_hand))
  // The number that the seller saw last; the server refuses changes of another one.
  const seen = useRef(stock.on_hand)
  const [problem, setProblem] = useState<string | null>(null)
  const [changeStock, { isLoading: busy }] = stockApi.useChangeStockMutation()

  function fail(reason: string) {
    setProblem(reason)
    showErrorOfAlert(reason)
  }

  async function save() {
    if (busy) return
    if (text === String(seen.current)) return onDone()
    if (!isWhole(text, 0, MAX_ON_HAND)) return fail(stockFormMessages.onHandMalformed())
    const set = Number(text)
    const { error } = await changeStock({ productId, change: { counted: true, set, seen: seen.current }, list })
    if (!error) {
      showSuccess(stockListMessages.changed({ name: product_name, onHand: set }))
      return onDone()
    }
    const refusal = knownErrorOf(error, stockErrors)
    if (refusal?.code === 'stock_changed') seen.current = refusal.details.on_hand
    else setText(String(seen.current))
    fail(failureText(error, stockErrors, stockListMessages.changeFailed))
  }

  return { text, setText, problem, busy, save }
}
