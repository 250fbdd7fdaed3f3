import { z } from 'zod'
import { ROLES } from '../account/constants.ts'
import { listSearchSchema, pageQuerySchema, productIdSchema } from '../catalog/schema.ts'
import { ORDER_STATES } from '../orders/constants.ts'
import { orderSchema } from '../orders/schema.ts'
import { MAX_SELECTED_PRODUCTS, USER_STATES } from './constants.ts'

export const adminListQuerySchema = listSearchSchema.extend(pageQuerySchema.shape)
export type AdminListQuery = z.infer<typeof adminListQuerySchema>

/** What an export is asked for: the same rows as the list, all of them. */
export const adminExportQuerySchema = listSearchSchema

/** Of lists that are searched by name: false when there are more matches than `total` says. */
const searched = { total_is_exact: z.boolean() }
const pageOf = { total: z.number().int(), page: z.number().int(), page_size: z.number().int() }

export const adminStatsSchema = z.object({
  productCount: z.number().int(),
  orderCount: z.number().int(),
  /** Dollars: the totals of all orders, whatever their state. */
  totalSales: z.number(),
  /** Whole dollars. */
  totalProfit: z.number().int(),
  /** One entry a UTC day, oldest first, today last; days without orders are 0. */
  last30DaysSales: z.array(
    z.object({
      /** `Day 1` to `Day 30`. */
      day: z.string(),
      /** `2026-01-31` */
      date: z.string(),
      /** Dollars. */
      sales: z.number(),
    }),
  ),
})
export type AdminStats = z.infer<typeof adminStatsSchema>

export const adminProductSchema = z.object({
  product_id: z.string(),
  product_name: z.string(),
  /** Dollars. */
  product_price: z.number(),
  seller_id: z.string(),
  flash_sale: z.boolean(),
})
export type AdminProduct = z.infer<typeof adminProductSchema>

export const adminProductPageSchema = z.object({ products: z.array(adminProductSchema), ...pageOf, ...searched })
export type AdminProductPage = z.infer<typeof adminProductPageSchema>

/** All an admin may change of a product. */
export const changeFlashSaleSchema = z.object({ flash_sale: z.boolean() })

export const selectedProductsSchema = z.object({
  product_ids: z.array(productIdSchema).min(1).max(MAX_SELECTED_PRODUCTS),
})
export const changeFlashSalesSchema = selectedProductsSchema.extend({ flash_sale: z.boolean() })

/** Those of the selected products that were changed; the others were so already, or are not in the shop. */
export const changedProductsSchema = z.object({ product_ids: z.array(z.string()) })
export type ChangedProducts = z.infer<typeof changedProductsSchema>

const adminOrderRowSchema = orderSchema.pick({
  order_id: true,
  buyer_id: true,
  total_count: true,
  created_at: true,
  order_state: true,
})
export type AdminOrderRow = z.infer<typeof adminOrderRowSchema>

export const adminOrderPageSchema = z.object({ orders: z.array(adminOrderRowSchema), ...pageOf })
export type AdminOrderPage = z.infer<typeof adminOrderPageSchema>

const orderChangeSchema = z.object({
  admin_id: z.string(),
  /** The admin's display name, else e-mail address. */
  admin_name: z.string(),
  created_at: z.string(),
  from: z.enum(ORDER_STATES),
  to: z.enum(ORDER_STATES),
})
export type OrderChange = z.infer<typeof orderChangeSchema>

/** An order as the tracking panel shows it. */
export const adminOrderSchema = orderSchema.extend({
  /** Changes of the state, newest first. */
  history: z.array(orderChangeSchema),
})
export type AdminOrder = z.infer<typeof adminOrderSchema>

export const changeOrderStateSchema = z.object({
  order_state: z.enum(ORDER_STATES),
  /** The state the admin saw; when the order has another one by now, nothing is changed. */
  from: z.enum(ORDER_STATES).optional(),
})
export type ChangeOrderState = z.infer<typeof changeOrderStateSchema>

export const adminUserSchema = z.object({
  user_id: z.string(),
  /** Display name, else e-mail address, else `User`. */
  name: z.string(),
  /** Null for people known by a phone only, and for guests. */
  email: z.string().nullable(),
  role: z.enum(ROLES),
  created_at: z.string(),
  last_sign_in_at: z.string().nullable(),
  state: z.enum(USER_STATES),
})
export type AdminUser = z.infer<typeof adminUserSchema>

export const adminUserPageSchema = z.object({ users: z.array(adminUserSchema), ...pageOf, ...searched })
export type AdminUserPage = z.infer<typeof adminUserPageSchema>
