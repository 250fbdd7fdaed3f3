import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { categories, categoryName, MAX_CATEGORIES_PER_PRODUCT } from '../../../../shared/catalog/categories.ts'
import { productFormMessages } from '../../../../shared/catalog/product-form-messages.ts'
import { FieldError } from '../../../ui/form/text-field.tsx'
import { Search, X } from '../../../ui/icons.tsx'
import { showError } from '../../../ui/overlay/toasts.tsx'

interface CategoryFieldProps {
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** Selects up to three categories: chips of the chosen ones, a search, and the matching categories. */
export function CategoryField({ chosen, onChange }: CategoryFieldProps) {
  const [text, setText] = useState('')
  const [tooMany, setTooMany] = useState(false)
  const errorId = useId()
  const sought = text.trim().toLowerCase()
  const all = categories().shown.map(({ name }) => name)
  const found = all.filter((category) => categoryName(category).toLowerCase().includes(sought))

  function toggle(category: string) {
    const without = chosen.filter((one) => one !== category)
    const isTooMany = without.length === chosen.length && chosen.length >= MAX_CATEGORIES_PER_PRODUCT
    setTooMany(isTooMany)
    if (isTooMany) return showError(productFormMessages.tooManyCategories)
    onChange(without.length < chosen.length ? without : [...chosen, category])
  }

  return (
    <fieldset className="min-w-0" aria-describedby={tooMany ? errorId : undefined}>
      <legend className="mb-2 flex w-full justify-between gap-4 text-sm font-medium">
        {productFormMessages.categories}
        <span className="font-normal text-muted">
          {productFormMessages.categoriesChosen({ count: chosen.length, most: MAX_CATEGORIES_PER_PRODUCT })}
        </span>
      </legend>
      <div className="rounded-field border border-line-strong bg-surface">
        <CategorySearch
          text={text}
          onText={setText}
          chosen={chosen}
          onRemove={toggle}
          onEnter={() => {
            const [first] = found
            if (!first || sought === '') return
            if (!chosen.includes(first)) toggle(first)
            setText('')
          }}
        />
        <div className="grid grid-cols-[repeat(auto-fill,minmax(min(11rem,100%),1fr))] gap-x-1.5 border-t border-line p-2">
          {found.map((category) => (
            <CategoryOption
              key={category}
              category={category}
              checked={chosen.includes(category)}
              onToggle={() => toggle(category)}
            />
          ))}
          <p role="status" className={found.length ? 'sr-only' : 'px-2 py-1.5 text-sm text-muted'}>
            {found.length === 0 && productFormMessages.noSuchCategory}
          </p>
        </div>
      </div>
      <FieldError id={errorId} text={tooMany ? productFormMessages.tooManyCategories : null} className="mt-2" />
    </fieldset>
  )
}

interface CategorySearchProps {
  text: string
  onText: (text: string) => void
  chosen: readonly string[]
  onRemove: (category: string) => void
  onEnter: () => void
}

/** Enter chooses the first match, Backspace removes the last chip. */
function CategorySearch({ text, onText, chosen, onRemove, onEnter }: CategorySearchProps) {
  const input = useRef<HTMLInputElement>(null)

  function remove(category: string) {
    onRemove(category)
    // The pressed button is removed with its chip.
    input.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    // Otherwise Enter sends the form.
    if (event.key === 'Enter') event.preventDefault()
    const last = chosen.at(-1)
    if (event.key === 'Enter') onEnter()
    else if (event.key === 'Backspace' && text === '' && last) onRemove(last)
    else if (event.key === 'Escape') onText('')
  }

  return (
    <div className="flex min-h-11 flex-wrap items-center gap-1.5 p-1.5 ps-2.5">
      <Search aria-hidden className="size-4.5 shrink-0 text-muted" />
      {chosen.map((category) => (
        <button
          key={category}
          type="button"
          onClick={() => remove(category)}
          className="inline-flex min-h-7 items-center gap-1 rounded-full bg-brand-tint px-2.5 text-sm font-medium text-brand-strong hover:bg-tint-strong"
        >
          <span className="sr-only">{productFormMessages.removeCategory}</span> {categoryName(category)}
          <X aria-hidden className="size-3.5" />
        </button>
      ))}
      <input
        ref={input}
        type="text"
        value={text}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={onKeyDown}
        aria-label={productFormMessages.findCategory}
        placeholder={productFormMessages.findCategory}
        autoComplete="off"
        className="min-h-8 min-w-32 flex-1 bg-transparent px-1 placeholder:text-muted"
      />
    </div>
  )
}

function CategoryOption({ category, checked, onToggle }: { category: string; checked: boolean; onToggle: () => void }) {
  return (
    <label className="flex min-h-8 cursor-pointer wrap-anywhere items-center gap-2 rounded-field px-2 text-sm hover:bg-tint has-checked:font-medium has-checked:text-brand-strong has-focus-visible:outline-2 has-focus-visible:outline-focus">
      <input
        type="checkbox"
        name="product_category"
        value={category}
        checked={checked}
        onChange={onToggle}
        className="size-4 accent-brand outline-none"
      />
      {categoryName(category)}
    </label>
  )
}
