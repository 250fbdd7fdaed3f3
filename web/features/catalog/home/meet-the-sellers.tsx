import { homeMessages } from '../../../../shared/catalog/home-messages.ts'
import type { ProductCard } from '../../../../shared/catalog/schema.ts'
import { sellerPath } from '../../../../shared/catalog/seller-path.ts'
import { Link } from '../../../ui/link.tsx'
import { ProductPicture } from '../../../ui/pictures/product-picture.tsx'
import { Section } from '../section.tsx'

const SELLERS = 4
const PICTURES = 3
/** Of the first picture, which is larger, and of the others. */
const SIZES = [
  '(min-width: 64rem) 12rem, (min-width: 40rem) 29vw, 29vw',
  '(min-width: 64rem) 6rem, (min-width: 40rem) 14vw, 28vw',
] as const

/** The sellers of most of these products, each with a few of them. */
export function MeetTheSellers({ products }: { products: readonly ProductCard[] }) {
  const sellers = sellersOf(products)
  if (sellers.length === 0) return null
  return (
    <Section id="sellers" title={homeMessages.meetTheSellers}>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-5 sm:grid-cols-2 lg:grid-cols-4">
        {sellers.map(({ handle, name, pictures }) => (
          <li key={handle} className="group relative rounded-picture bg-surface p-4">
            <span className="grid grid-cols-3 gap-2">
              {pictures.map((picture, index) => (
                <span
                  key={picture}
                  className="picture-tile overflow-hidden rounded-field only:col-span-3 sm:first:col-span-2 sm:first:row-span-2 max-sm:*:aspect-square"
                >
                  <ProductPicture src={picture} alt="" sizes={SIZES[Math.min(index, 1)] ?? ''} />
                </span>
              ))}
            </span>
            <h3 className="mt-3 font-medium wrap-anywhere">
              <Link
                to={sellerPath(handle)}
                className="after:absolute after:inset-0 after:rounded-picture group-hover:underline group-hover:underline-offset-2"
              >
                {name}
              </Link>
            </h3>
            <p className="text-sm text-brand">{homeMessages.visitShop}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

interface ShownSeller {
  handle: string
  name: string
  pictures: string[]
}

function sellersOf(products: readonly ProductCard[]): ShownSeller[] {
  const sellers = new Map<string, ShownSeller>()
  const add = ({ seller }: ProductCard, picture: string | null | undefined) => {
    if (!seller || !picture) return
    const { pictures } = sellers.get(seller.handle) ?? { pictures: [] }
    sellers.set(seller.handle, { ...seller, pictures: [...new Set([...pictures, picture])].slice(0, PICTURES) })
  }
  for (const product of products) add(product, product.featured_image)
  // Who has fewer products here shows one of them a second time, from another side.
  for (const product of products) add(product, product.second_image)
  const byPictures = [...sellers.values()].toSorted((one, other) => other.pictures.length - one.pictures.length)
  return byPictures.slice(0, SELLERS)
}
