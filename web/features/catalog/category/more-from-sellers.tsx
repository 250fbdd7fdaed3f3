import { MORE_FROM_SELLERS_COUNT } from '../../../../shared/catalog/constants.ts'
import { catalogMessages } from '../../../../shared/catalog/messages.ts'
import type { ProductCard } from '../../../../shared/catalog/schema.ts'
import { useGetProductsOfSellerQuery } from '../catalog-api.ts'
import { ProductGrid, ProductGridSkeleton } from '../product-card.tsx'
import { Section } from '../section.tsx'

/** Further products of the first two sellers of the ones that are shown. */
export function MoreFromSellers({ shown }: { shown: readonly ProductCard[] }) {
  const [first = '', second = first] = new Set(shown.flatMap(({ seller }) => seller?.handle ?? []))
  const lists = [useProductsOf(first), useProductsOf(second)]
  if (first === '') return null
  const isLoading = lists.some((list) => list.isLoading || list.isUninitialized)
  const products = isLoading
    ? []
    : mix(
        lists.map(({ data }) => data?.products ?? []),
        shown,
      )
  if (!isLoading && products.length === 0) return null
  return (
    <Section
      id="more-from-sellers"
      title={catalogMessages.moreFromSellers}
      className="mt-section-small noscript:hidden lg:mt-section"
    >
      {isLoading ? (
        <ProductGridSkeleton layout="shelf" count={MORE_FROM_SELLERS_COUNT} />
      ) : (
        <ProductGrid layout="shelf" products={products} />
      )}
    </Section>
  )
}

const useProductsOf = (handle: string) => useGetProductsOfSellerQuery({ handle }, { skip: handle === '' })

function mix(lists: readonly (readonly ProductCard[])[], shown: readonly ProductCard[]): ProductCard[] {
  const found = new Map<string, ProductCard>()
  const longest = Math.max(...lists.map(({ length }) => length))
  for (let index = 0; index < longest; index++) {
    for (const product of lists.flatMap((list) => list[index] ?? [])) found.set(product.product_id, product)
  }
  for (const { product_id } of shown) found.delete(product_id)
  return [...found.values()].slice(0, MORE_FROM_SELLERS_COUNT)
}
