import type { Db } from '../../../db/tables.ts'
import { dayOf } from '../../../shared/kernel/calendar.ts'
import { LIST_PAGE_SIZE, MAX_MATCHES } from '../../../shared/kernel/list-constants.ts'
import { ADMIN_ORDER_SORTS } from '../../../shared/orders/constants.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { orderListMessages } from '../../../shared/orders/order-list-messages.ts'
import { orderNumberOf } from '../../../shared/orders/rules.ts'
import {
  type AdminOrderPage,
  type AdminOrdersQuery,
  adminOrderPageSchema,
  adminOrderSchema,
  adminOrdersExportSchema,
  adminOrdersQuerySchema,
  changeOrderStateSchema,
  type ListedAdminOrder,
  type OrderFilters,
  type OrderRow,
} from '../../../shared/orders/schema.ts'
import { findAccountIds } from '../../people/accounts/admin-queries.ts'
import { readContacts } from '../../people/accounts/lookup-queries.ts'
import { acting } from '../../people/audit/acting.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { type CsvColumn, type CsvFile, csvFile, csvOptions, sendCsv } from '../../platform/data/csv.ts'
import { adminRoutesFor, respondsWith } from '../../platform/http/guards.ts'
import { listOrderPayments, paymentField } from '../payments/order-payment-queries.ts'
import * as queries from './admin-queries.ts'
import { changeOrderAsAdmin, followSellerOrders, readAdminOrder } from './change-order-state.ts'
import { adminOrderError } from './errors.ts'
import { orderParams, requireOrderId } from './read-order.ts'
import { listOrderRows } from './row-queries.ts'
import {
  findOrderNumbers,
  listSortedNumbers,
  type OrderConditions,
  type ProblemsAt,
  problemOrders,
} from './search-queries.ts'
import { listSellersOf } from './seller-queries.ts'

/** Fulfilment injects its queries for problems. */
interface OrdersDeps extends Omit<ProblemsAt, 'today'> {
  db: Db
  clock: Clock
}

/** The admins' list of all orders, and changes of their states. */
export const ordersAdminRoutes = adminRoutesFor('orders', (app, { db, clock, missing, returning }: OrdersDeps) => {
  const problemsAt = () => ({ today: dayOf(clock()), missing, returning })

  app.get(
    '/api/admin/orders',
    respondsWith(adminOrderPageSchema, { summary: 'A page of all orders', querystring: adminOrdersQuerySchema }),
    (request) => listAdminOrders(db, request.query, problemsAt()),
  )

  app.get('/api/admin/orders.csv', csvOptions('All orders as CSV', adminOrdersExportSchema), async (request, reply) =>
    sendCsv(reply, 'orders.csv', await exportOrders(db, request.query, problemsAt())),
  )

  app.get(
    '/api/admin/orders/:order_id',
    respondsWith(adminOrderSchema, { summary: 'One order with its history', params: orderParams }),
    (request) => readAdminOrder(db, requireOrderId(request.params.order_id, adminOrderError)),
  )

  app.patch(
    '/api/admin/orders/:order_id',
    respondsWith(adminOrderSchema, {
      summary: 'Set the state of an order',
      params: orderParams,
      body: changeOrderStateSchema,
    }),
    (request) =>
      changeOrderAsAdmin(
        request,
        { db, clock },
        requireOrderId(request.params.order_id, adminOrderError),
        request.body,
      ),
  )

  app.post(
    '/api/admin/orders/:order_id/follow-seller-orders',
    respondsWith(adminOrderSchema, {
      summary: 'Let the state of an order follow its seller orders again',
      params: orderParams,
    }),
    async (request) => {
      const by = acting(request, clock)
      const order_id = requireOrderId(request.params.order_id, adminOrderError)
      await followSellerOrders(db, by, order_id)
      request.log.info({ event: 'order_follows_seller_orders', admin_id: by.admin_id, order_id })
      return readAdminOrder(db, order_id)
    },
  )
})

const exportColumns = (): readonly CsvColumn<OrderRow>[] => [
  [orderListMessages.orderId, ({ order_id }) => order_id],
  [orderListMessages.buyerId, ({ buyer_id }) => buyer_id],
  [orderListMessages.totalAmount, ({ total_count }) => total_count.toFixed(2)],
  [orderListMessages.orderDate, ({ created_at }) => created_at, 'time'],
  [orderListMessages.status, ({ order_state }) => orderMessages.states[order_state]],
  [orderListMessages.paymentMethod, ({ payment_method }) => orderMessages.paymentMethods[payment_method]],
]

/** Matches any part of an order id in capitals; other texts are not searched. */
const PART_OF_ID = /^(?:OR?|R|(?:(?:O?R)?D)?\d*)$/

/** Returns a page of orders and their count; filtered or sorted, from the newest 10,000. */
async function listAdminOrders(
  db: Db,
  {
    q = '',
    page = 1,
    page_size = LIST_PAGE_SIZE,
    sort = ADMIN_ORDER_SORTS[0],
    direction = 'desc',
    ...filters
  }: AdminOrdersQuery,
  problems: ProblemsAt,
): Promise<AdminOrderPage> {
  const range = { offset: (page - 1) * page_size, limit: page_size, sorting: { sort, direction } }
  const part = q.toUpperCase()
  if (!PART_OF_ID.test(part)) return { orders: [], total: 0, page, page_size }
  const isWhole = sort === 'date' || sort === 'id'
  if (hasFilters(filters) || (part && !isWhole)) {
    const conditions = await readConditions(db, { q, ...filters }, problems)
    const { numbers, ...found } = await findOrderNumbers(db, conditions, range)
    return { orders: await listNamedOrders(db, numbers), ...found, page, page_size }
  }
  const all = await queries.countOrders(db, part)
  const total = isWhole ? all : Math.min(all, MAX_MATCHES)
  const limit = Math.min(page_size, total - range.offset)
  const numbers = limit > 0 ? await listSortedNumbers(db, part, { ...range, limit, all }) : []
  const found = { orders: await listNamedOrders(db, numbers), total, page, page_size }
  return isWhole ? found : { ...found, total_is_exact: all === total }
}

function hasFilters(filters: OrderFilters): boolean {
  return Object.values(filters).some((value) => value !== undefined && value !== '')
}

async function readConditions(
  db: Db,
  { q = '', buyer, state, from, to, min, max, problem }: OrderFilters & { q?: string },
  problems: ProblemsAt,
): Promise<OrderConditions> {
  return {
    part: q.toUpperCase(),
    buyers: buyer ? ((await findAccountIds(db, buyer)) ?? { text: buyer }) : undefined,
    state,
    from,
    to,
    min,
    max,
    among: problem && problemOrders(problem, problems),
  }
}

/** Returns orders by number, in this order, with the names of buyers and sellers and how they are paid. */
async function listNamedOrders(db: Db, numbers: number[]): Promise<ListedAdminOrder[]> {
  const orders = await listOrderRows(db, numbers)
  const sellers = await listSellersOf(db, numbers)
  const payments = await listOrderPayments(db, numbers)
  const users = orders.map(({ buyer_id }) => buyer_id).concat(...sellers.values())
  const contacts = await readContacts(db, [...new Set(users)])
  const nameOf = (id: string) => contacts.get(id)?.name ?? ''
  return orders.map((order) => {
    const number = orderNumberOf(order.order_id)
    return {
      ...order,
      buyer_name: nameOf(order.buyer_id),
      sellers: (sellers.get(number) ?? []).map(nameOf),
      ...paymentField(payments.get(number)),
    }
  })
}

/** Returns a file of all orders of the list, newest first, without those placed during the export. */
async function exportOrders(
  db: Db,
  { q = '', ...filters }: OrderFilters & { q?: string },
  problems: ProblemsAt,
): Promise<CsvFile> {
  const query = { q, ...filters }
  const conditions = await readConditions(db, query, problems)
  const last = PART_OF_ID.test(conditions.part) ? await queries.readLastOrderNumber(db) : 0
  return csvFile(exportColumns(), {
    total: await countForExport(db, query, problems),
    first: last,
    async read(high, size) {
      const low = await queries.findLowest(db, high, size)
      if (low === undefined) return undefined
      return { rows: await queries.listOrdersBetween(db, conditions, { low, high }), next: low - 1 }
    },
  })
}

/** Returns the count; undefined on a timeout, which must not fail the export. */
async function countForExport(db: Db, query: AdminOrdersQuery, problems: ProblemsAt): Promise<number | undefined> {
  const list = await listAdminOrders(db, query, problems).catch(() => undefined)
  return list && list.total_is_exact !== false ? list.total : undefined
}
