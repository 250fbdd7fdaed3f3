import { type RawBuilder, sql } from 'kysely'
import type { OrderProblem } from '../../../shared/orders/constants.ts'
import { suspendedAccounts } from '../../people/accounts/lookup-queries.ts'
import { disputedOrders, unpaidOrders } from '../payments/order-payment-queries.ts'
import { REMINDED_OR_NOT } from './due-queries.ts'

/** Today, and queries for orders with a missing shipment and with an unanswered return. */
export interface ProblemsAt {
  today: string
  missing: RawBuilder<unknown>
  returning: RawBuilder<unknown>
}

/** Problems that need an admin: sellers who do not or cannot send, and money that is held back. */
const NEEDS_ACTION: readonly OrderProblem[] = ['late', 'missing', 'seller_suspended', 'stopped', 'disputed']

export function problemOrders(problem: OrderProblem, problems: ProblemsAt): RawBuilder<unknown> {
  const { today, missing, returning } = problems
  switch (problem) {
    case 'needs_action':
      return sql.join(
        NEEDS_ACTION.map((one) => problemOrders(one, problems)),
        sql` union `,
      )
    case 'late':
      return sql`
        select order_number from seller_orders
        where state in ('pending', 'confirmed') and ${REMINDED_OR_NOT} and ship_by < ${today}::date`
    case 'missing':
      return missing
    case 'cancel_requested':
      return sql`select order_number from seller_orders where cancel_requested_at is not null`
    case 'return_requested':
      return returning
    case 'seller_suspended':
      return sql`
        select order_number from seller_orders
        where state in ('pending', 'confirmed') and seller_id in (${suspendedAccounts})`
    case 'unpaid':
      return unpaidOrders()
    case 'disputed':
      return disputedOrders()
    case 'stopped':
      // Stopped by an admin with units still to send.
      return sql`
        select order_number from orders stopped
        where state_source = 'admin' and order_state in ('cancelled', 'returned') and exists (
          select from seller_orders open
          where open.order_number = stopped.order_number and state in ('pending', 'confirmed')
        )`
  }
}
