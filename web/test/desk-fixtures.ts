import type { AdminUser } from '../../shared/accounts/schema.ts'
import type { Activity } from '../../shared/audit/schema.ts'
import type { AdminProduct, AdminProductPage } from '../../shared/catalog/schema.ts'
import type { FullSellerOrder } from '../../shared/fulfilment/schema.ts'
import type { ListedAdminOrder } from '../../shared/orders/schema.ts'
import type { AdminStats } from '../../shared/stats/schema.ts'
import { LAMPS, orderOf, SELLER_ORDER, SELLER_ORDER_LINE } from './fixtures.ts'
import type { Answers, Call } from './open-page.tsx'

/** Rows on a page of a list: few, as finding one among many is slow in happy-dom. */
export const PAGE_SIZE = 3

/** The fields that every page of a list has. */
export const pageFacts = (total: number, page = 1) => ({ total, total_is_exact: true, page, page_size: PAGE_SIZE })

/** The figures of the admins' dashboard. */
export const ADMIN_STATS: AdminStats = {
  productCount: 12_345,
  orderCount: 3,
  totalSales: 90,
  totalProfit: 22,
  reversedCount: 0,
  reversedSales: 0,
  soldSales: 90,
  awaitedSales: 0,
  last30DaysSales: [],
  previous30DaysSales: [],
}

/** A product in the list of the admins, with overrides. */
export const adminProductOf = (product: Partial<AdminProduct> = {}): AdminProduct => ({
  product_id: 'PRD00001',
  product_name: 'Desk lamp',
  product_price: 20,
  seller_id: 'seller-1',
  seller_name: 'Ada',
  flash_sale: false,
  featured_image: '',
  ...product,
})

/** Products with numbered ids and names. */
export const adminProducts = (count: number): AdminProduct[] =>
  Array.from({ length: count }, (_, index) => {
    const number = String(index + 1)
    return adminProductOf({ product_id: `PRD${number.padStart(5, '0')}`, product_name: `Lamp ${number}` })
  })

/** An order in the list of the admins, with overrides. */
export const adminOrderRowOf = (order: Partial<ListedAdminOrder> = {}): ListedAdminOrder => ({
  order_id: 'ORD00001',
  buyer_id: 'buyer-1',
  buyer_name: 'Kim Buyer',
  sellers: ['Ada'],
  total_count: 77.7,
  created_at: '2026-01-02T03:04:05.000Z',
  order_state: 'pending',
  ...order,
})

/** An account in the list of the admins, with overrides. */
export const adminUserOf = (user: Partial<AdminUser> = {}): AdminUser => ({
  user_id: 'seller-1',
  name: 'Ada',
  email: 'ada@example.com',
  role: 'seller',
  created_at: '2026-01-02T03:04:05.000Z',
  last_sign_in_at: null,
  state: 'active',
  avatar_url: null,
  ...user,
})

/** An entry of the activity log, with overrides. */
export const activityOf = (activity: Partial<Activity> = {}): Activity => ({
  action_number: 1,
  created_at: '2026-01-02T03:04:05.000Z',
  admin_id: 'admin-1',
  admin_name: 'Mo Warden',
  action: 'flash_sale',
  target: 'PRD00001',
  from: 'false',
  to: 'true',
  reason: null,
  ...activity,
})

type IdsBody = { product_ids: string[]; flash_sale?: boolean }

/** Answers for the admins' list of these products, which follows the admin's changes; with the server's copy. */
export function answersForAdminProducts(products: readonly AdminProduct[]) {
  const shop = new Map(products.map((product) => [product.product_id, { ...product }]))
  const deleted = new Set<string>()
  const list = ({ query }: Call): AdminProductPage => {
    const page = Number(query.get('page') ?? 1)
    const found = [...shop.values()].filter(
      ({ product_id, product_name }) =>
        !deleted.has(product_id) && product_name.toLowerCase().includes((query.get('q') ?? '').toLowerCase()),
    )
    return { products: found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE), ...pageFacts(found.length, page) }
  }
  const change = (ids: readonly string[], flash_sale = false) => {
    const changed = ids.filter((id) => shop.get(id)?.flash_sale !== flash_sale)
    for (const id of changed) Object.assign(shop.get(id) ?? {}, { flash_sale })
    return changed
  }
  const answers: Answers = {
    'GET /api/admin/products': list,
    'PATCH /api/admin/products': ({ body }: Call) => {
      const { product_ids, flash_sale } = body as IdsBody
      return { product_ids: change(product_ids, flash_sale) }
    },
    'POST /api/admin/products/delete': ({ body }: Call) => {
      const { product_ids } = body as IdsBody
      for (const id of product_ids) deleted.add(id)
      return { product_ids }
    },
    'POST /api/admin/products/restore': ({ body }: Call) => {
      const { product_ids } = body as IdsBody
      for (const id of product_ids) deleted.delete(id)
      return { product_ids }
    },
  }
  for (const { product_id } of products) {
    answers[`PATCH /api/admin/products/${product_id}`] = ({ body }: Call) => {
      change([product_id], (body as IdsBody).flash_sale)
      return shop.get(product_id)
    }
  }
  /** The ids of products in the shop, and of those on flash sale. */
  const state = () => {
    const shown = [...shop.values()].filter(({ product_id }) => !deleted.has(product_id))
    return [shown, shown.filter(({ flash_sale }) => flash_sale)].map((some) => some.map(({ product_id }) => product_id))
  }
  return { answers, state }
}

/** An order of two desk lamps as their seller sees it, with overrides. */
export const ownOrderOf = (order: Partial<FullSellerOrder> = {}): FullSellerOrder => {
  const { order_id, created_at, order_state, shipping_address, lines } = orderOf({ lines: [LAMPS] })
  return {
    ...{ order_id, created_at, order_state, shipping_address, ...SELLER_ORDER },
    lines: lines.map((line) => ({ ...line, ...SELLER_ORDER_LINE })),
    ...{ lines_total: 19.98, previous_address: null, is_stopped: false, hold: null, returns: [] },
    ...order,
  }
}
