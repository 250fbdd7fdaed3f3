import type { Db, Tx } from '../../../db/tables.ts'
import { LIST_PAGE_SIZE } from '../../../shared/kernel/list-constants.ts'
import { toDollars } from '../../../shared/kernel/money.ts'
import { paymentMeans } from '../../../shared/orders/card-messages.ts'
import { orderNumberOf } from '../../../shared/orders/rules.ts'
import { adminPaymentMessages } from '../../../shared/payments/admin-messages.ts'
import { PAYMENT_SORTS } from '../../../shared/payments/constants.ts'
import type {
  AdminPayment,
  AdminPaymentPage,
  AdminPaymentRow,
  AdminPaymentsExport,
  AdminPaymentsQuery,
} from '../../../shared/payments/schema.ts'
import { type Parts, refundable, sumOfParts } from '../../../shared/pricing/refundable.ts'
import { readContacts } from '../../people/accounts/lookup-queries.ts'
import { byNumber, type CsvColumn, type CsvFile, csvFile } from '../../platform/data/csv.ts'
import { listSellerParts, readAwaited } from '../orders/fulfilment-queries.ts'
import {
  countPayments,
  findAdminPayment,
  listPayments,
  listPaymentsBetween,
  readLastPayment,
  sumPayments,
} from '../payments/admin-queries.ts'
import { paymentError } from '../payments/errors.ts'
import { listRefunded } from '../payments/refund-queries.ts'

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
  const payments = await withBuyers(db, await listPayments(db, conditions, range))
  return { ...(await countPayments(db, conditions)), payments, sums: await sumPayments(db), page, page_size }
}

async function withBuyers<Payment extends { buyer_id: string }>(db: Db, payments: readonly Payment[]) {
  const contacts = await readContacts(db, [...new Set(payments.map(({ buyer_id }) => buyer_id))])
  return payments.map((payment) => ({ ...payment, buyer_name: contacts.get(payment.buyer_id)?.name ?? '' }))
}

type ExportedPayment = AdminPaymentRow & Pick<AdminPayment, 'provider_ref'>

const exportColumns = (): readonly CsvColumn<ExportedPayment>[] => [
  [adminPaymentMessages.payment, ({ payment_id }) => payment_id],
  [adminPaymentMessages.order, ({ order_id }) => order_id ?? ''],
  [adminPaymentMessages.buyer, ({ buyer_name }) => buyer_name],
  [adminPaymentMessages.method, (payment) => paymentMeans(payment.payment_method, payment)],
  [adminPaymentMessages.state, ({ label }) => label],
  [adminPaymentMessages.amount, ({ amount }) => amount.toFixed(2)],
  [adminPaymentMessages.captured, ({ captured }) => captured.toFixed(2)],
  [adminPaymentMessages.refunded, ({ refunded }) => refunded.toFixed(2)],
  [adminPaymentMessages.provider, ({ provider_ref }) => provider_ref ?? ''],
  [adminPaymentMessages.date, ({ created_at }) => created_at, 'time'],
]

/** Returns a file of all payments of the list, newest first. */
export async function exportPayments(db: Db, conditions: AdminPaymentsExport): Promise<CsvFile> {
  const { total, total_is_exact } = await countPayments(db, conditions)
  return csvFile(exportColumns(), {
    total: total_is_exact ? total : undefined,
    first: await readLastPayment(db),
    read: byNumber(async (range) => withBuyers(db, await listPaymentsBetween(db, conditions, range))),
  })
}

/** Returns a payment with its refunds, events and disputes. Throws AppError 404. */
export async function readPayment(db: Db, paymentId: string): Promise<AdminPayment> {
  const found = await findAdminPayment(db, paymentId)
  if (!found) throw paymentError('payment_not_found')
  const { payment_number, ...payment } = found
  const left = [...(await refundableBySeller(db, { payment_number, order_id: payment.order_id }))]
  const contacts = await readContacts(db, [payment.buyer_id, ...left.map(([seller_id]) => seller_id)])
  const nameOf = (id: string) => contacts.get(id)?.name ?? ''
  const sellers = left.map(([seller_id, parts]) => ({
    seller_id,
    name: nameOf(seller_id),
    left: toDollars(sumOfParts(parts)),
    ...(parts.delivery > 0 && { delivery_left: toDollars(parts.delivery) }),
  }))
  const awaited = payment.order_id === null ? 0 : await readAwaited(db, orderNumberOf(payment.order_id), payment)
  return { ...payment, buyer_name: nameOf(payment.buyer_id), sellers, awaited }
}

/**
 * Returns the cents of each seller order of a payment that are neither refunded nor released, by seller; `atProvider` as in
 * `listRefunded`.
 */
export async function refundableBySeller(
  db: Db | Tx,
  { payment_number, order_id }: { payment_number: number; order_id: string | null },
  options?: { atProvider: boolean },
): Promise<Map<string, Parts>> {
  const sellers = order_id === null ? [] : await listSellerParts(db, orderNumberOf(order_id))
  const refunded = await listRefunded(db, payment_number, options)
  return new Map(sellers.map(({ seller_id, paid }) => [seller_id, refundable(paid, refunded.get(seller_id)?.all)]))
}
