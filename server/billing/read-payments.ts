import type { Db } from '../../db/tables.ts'
import { LIST_PAGE_SIZE } from '../../shared/kernel/list-constants.ts'
import { PAYMENT_SORTS } from '../../shared/payments/constants.ts'
import type { AdminPayment, AdminPaymentPage, AdminPaymentsQuery } from '../../shared/payments/schema.ts'
import { readContacts } from '../accounts/lookup-queries.ts'
import { listOrderSellers } from '../orders/seller-queries.ts'
import { findAdminPayment, listPayments } from '../payments/admin-queries.ts'
import { paymentNotFound } from './errors.ts'

/** Returns a page of all payments, newest first or sorted by a column. */
export async function readPayments(
  db: Db,
  {
    page = 1,
    page_size = LIST_PAGE_SIZE,
    sort = PAYMENT_SORTS[0],
    direction = 'desc',
    ...conditions
  }: AdminPaymentsQuery,
): Promise<AdminPaymentPage> {
  const range = { offset: (page - 1) * page_size, limit: page_size, sorting: { sort, direction } }
  return { ...(await listPayments(db, conditions, range)), page, page_size }
}

/** Returns a payment with all that belongs to it. Throws AppError 404. */
export async function readPayment(db: Db, paymentId: string): Promise<AdminPayment> {
  const payment = await findAdminPayment(db, paymentId)
  if (!payment) throw paymentNotFound()
  const sellerIds = payment.order_id === null ? [] : await listOrderSellers(db, payment.order_id)
  const contacts = await readContacts(db, [payment.buyer_id, ...sellerIds])
  const nameOf = (id: string) => contacts.get(id)?.name ?? ''
  const sellers = sellerIds.map((seller_id) => ({ seller_id, name: nameOf(seller_id) }))
  return { ...payment, buyer_name: nameOf(payment.buyer_id), sellers }
}
