import { AWNINGS } from '../../shared/catalog/awnings.ts'
import type { ProductCard } from '../../shared/catalog/schema.ts'
import { ProductGrid, ProductGridSkeleton, tagOf } from '../../web/features/catalog/product-card.tsx'
import { Awning } from '../../web/ui/awning.tsx'
import { Button } from '../../web/ui/button.tsx'
import { PriceTag } from '../../web/ui/price.tsx'
import { Price } from '../../web/ui/text.tsx'
import { Row } from './controls.tsx'

export function Tickets() {
  return (
    <Row>
      <PriceTag {...tagOf({ product_price: 1199 })} className="text-2xl" />
      <PriceTag {...tagOf({ product_price: 119, lowest_price_30_days: 148.99 })} className="text-2xl" />
      <PriceTag {...tagOf({ product_price: 24.95 })} className="text-lg" />
      <PriceTag {...tagOf({ product_price: 24.95, lowest_price_30_days: 28.99 })} className="text-lg" />
    </Row>
  )
}

export function Awnings() {
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {AWNINGS.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the colors are numbered
        <div key={index} className="border border-line">
          <Awning form="valance" of={index} />
          <p className="flex items-center gap-3 p-3 text-sm">
            <Awning form="mark" of={index} /> <Awning form="tick" of={index} /> {index}
          </p>
        </div>
      ))}
      <div className="border border-line">
        <Awning form="edge" />
        <p className="p-3 text-sm">The house</p>
      </div>
    </div>
  )
}

const cardOf = (number: number, card: Partial<ProductCard>): ProductCard => ({
  product_id: `PRD0000${number}`,
  product_name: 'Meadow FM Kitchen Radio with Bluetooth',
  product_price: 64.9,
  featured_image: `/demo/pictures/PRD0000${number}/featured_image.webp`,
  product_category: ['Audio'],
  flash_sale: false,
  second_image: null,
  seller: { handle: 'northwind', name: 'Northwind Sound & Screen', awning: number },
  ...card,
})
const CARDS: readonly ProductCard[] = [
  cardOf(1, { rating: { average: 4.6, count: 12 } }),
  cardOf(2, { product_name: 'Sofa', product_price: 649, flash_sale: true, lowest_price_30_days: 811.99 }),
  cardOf(3, { stock_state: 'low', stock_left: 3 }),
  cardOf(4, { stock_state: 'out' }),
  cardOf(5, { flash_sale: true, stock_share: 40 }),
]

export function Cards() {
  return (
    <>
      <ProductGrid products={CARDS} />
      <div className="mt-10">
        <ProductGridSkeleton count={5} />
      </div>
    </>
  )
}

const LINES: readonly [string, number][] = [
  ['2 × Meadow FM Kitchen Radio', 129.8],
  ['1 × Copperline Braided Audio Cable 3.5 mm, 2 m', 12.49],
  ['Delivery', 4.9],
]

export function Receipts() {
  return (
    <div className="max-w-xl">
      <Awning form="edge" of={0} />
      <div className="receipt">
        {LINES.map(([text, amount]) => (
          <p key={text} className="leader pt-1">
            <span>{text}</span>
            <Price amount={amount} />
          </p>
        ))}
        <p className="leader pt-4 text-lg font-bold">
          <span>Total</span>
          <Price amount={147.19} />
        </p>
        <Button size="large" className="mt-5 w-full">
          Place Order
        </Button>
      </div>
    </div>
  )
}
