import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { deliveryErrors } from '../../../../shared/delivery/errors.ts'
import { sellerDeliveryMessages } from '../../../../shared/delivery/method-messages.ts'
import type { Quote } from '../../../../shared/delivery/schema.ts'
import { SEARCH_DEBOUNCE_MS } from '../../../../shared/kernel/list-constants.ts'
import { failureText } from '../../../api/failure-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { CountryField } from '../../../ui/form/country-field.tsx'
import { QuantityControl } from '../../../ui/form/quantity-control.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { X } from '../../../ui/icons.tsx'
import { FieldSkeletons } from '../../../ui/list/list-skeleton.tsx'
import { OfferedMethod } from '../../delivery/offered-method.tsx'
import { sellerApi } from '../seller-api.ts'
import { sellerDeliveryApi } from './seller-delivery-api.ts'

interface Line {
  product_id: string
  name: string
  quantity: number
}

const MAX_FOUND = 5

/** Shows what a buyer at some place is offered for some of the seller's products. */
export function TryDelivery() {
  const { data, error } = sellerApi.useGetSellerProductsQuery({ q: '', page_size: MAX_FOUND })
  return (
    <Card id="try" title={sellerDeliveryMessages.tryIt}>
      <p className="mb-4 text-sm text-muted">{sellerDeliveryMessages.tryHint}</p>
      {/* Not the skeleton while a failed query is repeated: the trial repeats it when it appears. */}
      {data || error ? <Trial /> : <FieldSkeletons className="h-80" />}
    </Card>
  )
}

function Trial() {
  const [lines, setLines] = useState<readonly Line[]>([])
  const [place, setPlace] = useState({ country: '', postal_code: '' })
  const [failure, setFailure] = useState<string>()
  const [ask, { data: quote, isLoading, reset }] = sellerDeliveryApi.useTryDeliveryMutation()
  const search = useRef<HTMLInputElement>(null)

  /** Ends the result of what was asked before. */
  function forget(): void {
    reset()
    setFailure(undefined)
  }

  function changeLines(changed: readonly Line[]): void {
    setLines(changed)
    forget()
  }

  function changePlace(changed: Partial<typeof place>): void {
    setPlace({ ...place, ...changed })
    forget()
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (!lines.length) return setFailure(sellerDeliveryMessages.productNeeded)
    const { error } = await ask({
      lines: lines.map(({ product_id, quantity }) => ({ product_id, quantity })),
      ...place,
    })
    setFailure(error && failureText(error, deliveryErrors, sellerDeliveryMessages.quoteFailed))
  }

  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-5">
      <ProductPicker
        chosen={lines.map(({ product_id }) => product_id)}
        search={search}
        onAdd={(line) => changeLines([...lines, { ...line, quantity: 1 }])}
      />
      <ChosenLines lines={lines} search={search} onChange={changeLines} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <CountryField
          label={sellerDeliveryMessages.country}
          autoComplete="off"
          value={place.country}
          onChange={({ target }) => changePlace({ country: target.value })}
        />
        <TextField
          label={sellerDeliveryMessages.postalCode}
          maxLength={20}
          value={place.postal_code}
          onChange={({ target }) => changePlace({ postal_code: target.value })}
        />
      </div>
      <FailureNote text={failure} />
      <Button type="submit" variant="secondary" busy={isLoading} className="justify-self-start">
        {sellerDeliveryMessages.showPrices}
      </Button>
      <div role="status" className="empty:sr-only">
        {quote && <Quoted quote={quote} isPlaceGiven={place.country.trim() !== ''} />}
      </div>
    </form>
  )
}

interface Searchable {
  /** The box of the search, which takes the focus from a button that goes. */
  search: RefObject<HTMLInputElement | null>
}

interface ProductPickerProps extends Searchable {
  chosen: readonly string[]
  onAdd: (line: Omit<Line, 'quantity'>) => void
}

function ProductPicker({ chosen, search, onAdd }: ProductPickerProps) {
  const [text, setText] = useState('')
  const [q, setQ] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQ(text.trim()), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  // Those found before stay until the next are there.
  const { data, error, refetch } = sellerApi.useGetSellerProductsQuery({ q, page_size: MAX_FOUND })
  const found = data?.products.filter(({ product_id }) => !chosen.includes(product_id))
  return (
    <div className="grid gap-2">
      <TextField
        ref={search}
        label={sellerDeliveryMessages.findProduct}
        type="search"
        maxLength={100}
        value={text}
        onChange={({ target }) => setText(target.value)}
        // Otherwise Enter sends the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {error ? (
        <FailureNote text={sellerDeliveryMessages.productsFailed} onRetry={refetch} />
      ) : (
        <div className="flex flex-wrap gap-2">
          {found?.map(({ product_id, product_name: name }) => (
            <Button
              key={product_id}
              variant="secondary"
              size="small"
              aria-label={sellerDeliveryMessages.addProduct({ name })}
              onClick={() => {
                onAdd({ product_id, name })
                search.current?.focus()
              }}
              className="max-w-full text-start"
            >
              <span className="min-w-0 wrap-anywhere">+ {name}</span>
            </Button>
          ))}
          {found?.length === 0 && <p className="text-sm text-muted">{sellerDeliveryMessages.noProducts}</p>}
        </div>
      )}
    </div>
  )
}

interface ChosenLinesProps extends Searchable {
  lines: readonly Line[]
  onChange: (lines: Line[]) => void
}

function ChosenLines({ lines, search, onChange }: ChosenLinesProps) {
  function remove(line: Line, button: HTMLElement): void {
    const row = button.closest('li')
    const next = row?.nextElementSibling ?? row?.previousElementSibling
    const target = [...(next?.querySelectorAll('button') ?? [])].at(-1) ?? search.current
    target?.focus()
    onChange(lines.filter((one) => one !== line))
  }

  if (!lines.length) return null
  return (
    <ul className="grid gap-2 border-y border-line py-3">
      {lines.map((line) => (
        <li key={line.product_id} className="flex flex-wrap items-center justify-end gap-x-4 gap-y-1">
          <span className="min-w-24 flex-1 wrap-anywhere">{line.name}</span>
          <span className="flex items-center">
            <QuantityControl
              label={sellerDeliveryMessages.quantityOf({ name: line.name })}
              value={line.quantity}
              onChange={(quantity) => onChange(lines.map((one) => (one === line ? { ...line, quantity } : one)))}
            />
            <Button
              variant="ghost"
              size="icon"
              aria-label={sellerDeliveryMessages.removeProduct({ name: line.name })}
              onClick={({ currentTarget }) => remove(line, currentTarget)}
            >
              <X aria-hidden />
            </Button>
          </span>
        </li>
      ))}
    </ul>
  )
}

function Quoted({ quote: { sellers, country }, isPlaceGiven }: { quote: Quote; isPlaceGiven: boolean }) {
  const [own] = sellers
  if (!own) return sellerDeliveryMessages.outcomes.gone
  return (
    <div className="grid gap-2">
      {isPlaceGiven && country === null && <p className="text-sm text-muted">{sellerDeliveryMessages.notUnderstood}</p>}
      {own.state === 'offered' || own.state === 'method_gone' ? (
        <ul className="grid gap-2">
          {own.methods.map((method) => (
            <li key={method.method_id}>
              <OfferedMethod method={method} />
            </li>
          ))}
        </ul>
      ) : (
        <p>{sellerDeliveryMessages.outcomes[own.state]}</p>
      )}
    </div>
  )
}
