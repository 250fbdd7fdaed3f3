import { ALL_CATEGORIES_TILE, categories, categoryName, categoryPath } from '../../../../shared/catalog/categories.ts'
import { catalogMessages } from '../../../../shared/catalog/messages.ts'
import { Link } from '../../../ui/link.tsx'
import { passFocusOn } from '../../../ui/page.tsx'
import { useGetJustForYouQuery } from '../catalog-api.ts'
import { ProductGrid, ProductGridSkeleton } from '../product-card.tsx'
import { Section } from '../section.tsx'

const PRODUCTS = 5

export interface KeepLookingProps {
  withCategories?: boolean
}

/** Links for an empty or missing page: the categories, and products. The search is in the header. */
export function KeepLooking({ withCategories = true }: KeepLookingProps) {
  const { data, error } = useGetJustForYouQuery()
  return (
    <div ref={passFocusOn} className="mt-10 grid grid-cols-1 gap-section-small">
      {withCategories && <Categories />}
      {(data ? data.products.length > 0 : !error) && (
        <Section id="something-to-buy" title={catalogMessages.somethingToBuy}>
          {data ? (
            <ProductGrid layout="few" products={data.products.slice(0, PRODUCTS)} />
          ) : (
            <ProductGridSkeleton layout="few" count={PRODUCTS} />
          )}
        </Section>
      )}
    </div>
  )
}

function Categories() {
  return (
    <ul aria-label={catalogMessages.categories} className="mx-auto flex max-w-4xl flex-wrap justify-center gap-2">
      {[{ name: ALL_CATEGORIES_TILE }, ...categories().shown].map(({ name }) => (
        <li key={name}>
          <Link
            to={categoryPath(name)}
            className="inline-flex min-h-9 items-center rounded-full bg-tint px-3.5 text-sm font-medium hover:bg-tint-strong"
          >
            {categoryName(name)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
