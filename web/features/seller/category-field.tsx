import { useState } from 'react'
import { MAX_CATEGORIES_PER_PRODUCT } from '../../../shared/catalog/categories.ts'
import { productFormMessages } from '../../../shared/catalog/product-form-messages.ts'
import { showError } from '../../ui/toasts.tsx'
import { useCategories } from '../catalog/use-categories.ts'

interface CategoryFieldProps {
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** Selects up to three categories. */
export function CategoryField({ chosen, onChange }: CategoryFieldProps) {
  const categories = useCategories()
  const [tooMany, setTooMany] = useState(false)

  function toggle(category: string) {
    const without = chosen.filter((one) => one !== category)
    const isTooMany = without.length === chosen.length && chosen.length >= MAX_CATEGORIES_PER_PRODUCT
    setTooMany(isTooMany)
    if (isTooMany) return showError(productFormMessages.tooManyCategories)
    onChange(without.length < chosen.length ? without : [...chosen, category])
  }

  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 flex w-full justify-between gap-4 text-sm font-medium">
        {productFormMessages.categories}
        <span className="font-normal text-muted tabular-nums">
          {productFormMessages.categoriesChosen(chosen.length, MAX_CATEGORIES_PER_PRODUCT)}
        </span>
      </legend>
      <div className="flex flex-wrap gap-2">
        {categories.map((category) => (
          <label
            key={category}
            className="inline-flex min-h-9 cursor-pointer items-center gap-2 rounded-full border border-line-strong bg-surface px-3 text-sm font-medium hover:bg-tint has-checked:border-brand has-checked:bg-brand-tint has-checked:text-brand-strong has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="checkbox"
              name="product_category"
              value={category}
              checked={chosen.includes(category)}
              onChange={() => toggle(category)}
              className="size-4 accent-brand outline-none"
            />
            {category}
          </label>
        ))}
      </div>
      {tooMany && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {productFormMessages.tooManyCategories}
        </p>
      )}
    </fieldset>
  )
}
