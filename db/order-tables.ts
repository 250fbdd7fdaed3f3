import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { Declared } from '../shared/catalog/seller-schema.ts'
import type {
  DeliveredBy,
  OrderEventKind,
  OrderEventRole,
  ReturnReason,
  ReturnState,
  SellerOrderHold,
  SellerOrderState,
  ShipmentState,
} from '../shared/fulfilment/constants.ts'
import type { LineUnits } from '../shared/fulfilment/schema.ts'
import type { OrderState, StateSource } from '../shared/orders/constants.ts'
import type { Order, ShippingInfo } from '../shared/orders/schema.ts'
import type { PaymentMethod } from '../shared/payments/constants.ts'
import type { BigInteger, CreatedAt, Money } from './column-types.ts'

/** Orders, and what sellers do of them. */
export interface OrderTables {
  orders: {
    order_number: BigInteger
    order_id: GeneratedAlways<string>
    buyer_id: string
    order_state: Generated<OrderState>
    total_count: Money
    products_id: JSONColumnType<string[], string, never>
    shipping_address: JSONColumnType<ShippingInfo, string, string>
    payment_method: PaymentMethod
    /** Kept by a trigger: whether the state is what the seller orders give, or an admin set another. */
    state_source: Generated<StateSource>
    created_at: CreatedAt
  }
  order_lines: {
    order_number: BigInteger
    line_number: number
    product_number: BigInteger
    product_name: string
    unit_price: Money
    quantity: number
    cancelled: Generated<number>
    sent: Generated<number>
    /** Of those sent. */
    returned_units: Generated<number>
  }
  order_mails: {
    only_row: Generated<true>
    last_order_number: BigInteger
  }
  /** A trigger inserts them with the lines of orders. */
  seller_orders: {
    seller_id: string
    order_number: BigInteger
    /** From 1 in the order of first lines. */
    number: number
    state: Generated<SellerOrderState>
    goods: ColumnType<string, string | number | undefined, string | number>
    cancelled_goods: ColumnType<string, string | number | undefined, string | number>
    returned_goods: ColumnType<string, string | number | undefined, string | number>
    /** A day: read it as text, `2026-11-24`. */
    ship_by: ColumnType<Date | null, string | null, string | null>
    /** What the buyer changed it to; null: that of the order. */
    shipping_address: JSONColumnType<ShippingInfo, string | null, string | null> | null
    /** The one before, which the seller may have seen. */
    previous_address: JSONColumnType<ShippingInfo, string | null, string | null> | null
    cancel_requested_at: Date | null
    cancel_note: string | null
    /** Which units the buyer asks to cancel; null for all that are not sent. */
    cancel_lines: JSONColumnType<LineUnits[], string | null, string | null> | null
    /** The declaration of the seller when it was sold; null where the seller had no page. */
    sold_by: JSONColumnType<Declared, never, never> | null
    confirmed_at: Date | null
    shipped_at: Date | null
    delivered_at: Date | null
    ended_at: Date | null
    /** Raised by each change, from 1. */
    revision: Generated<number>
    /** How far its seller and the admins were reminded to send it, from 0 to 2. */
    reminded: Generated<number>
    /** Why what is left is not to be sent now; says nothing once all is sent or cancelled. */
    hold: SellerOrderHold | null
  }
  shipments: {
    shipment_number: GeneratedAlways<number>
    order_number: BigInteger
    seller_id: string
    state: ShipmentState
    carrier: string
    tracking_number: string | null
    tracking_url: string | null
    /** A day: read it as text, `2026-11-24`. */
    expected_on: ColumnType<Date | null, string | null, string | null>
    sent_at: Date
    /** The buyer said that it has not come. */
    missing_at: Date | null
    lost_at: Date | null
    delivered_at: Date | null
    delivered_by: DeliveredBy | null
    /** Not before `delivered_at`. */
    delivery_recorded_at: Date | null
    request_id: string
  }
  shipment_lines: { shipment_number: BigInteger; order_number: BigInteger; line_number: number; quantity: number }
  order_returns: {
    return_number: GeneratedAlways<number>
    order_number: BigInteger
    seller_id: string
    state: Generated<ReturnState>
    reason: ReturnReason
    note: string | null
    /** Where and how to send the goods, of one that was accepted. */
    instructions: string | null
    /** Why not, of one that was declined. */
    answer_note: string | null
    carrier: string | null
    tracking_number: string | null
    requested_at: Date
    answered_at: Date | null
    withdrawn_at: Date | null
    sent_at: Date | null
    received_at: Date | null
    expired_at: Date | null
    /** What goes back for it, or is not taken; null when the order is paid outside the marketplace. */
    refunded: ColumnType<string | null, string | null, string | null>
    refund_id: string | null
  }
  order_return_lines: {
    return_number: BigInteger
    order_number: BigInteger
    line_number: number
    quantity: number
    /** How many came back, and how many of these can be sold again. */
    received: Generated<number>
    resalable: Generated<number>
  }
  order_events: {
    event_number: GeneratedAlways<number>
    order_number: BigInteger
    /** Null when it concerns the whole order. */
    seller_id: string | null
    kind: OrderEventKind
    by_user: string | null
    by_role: OrderEventRole
    facts: JSONColumnType<Record<string, unknown>, string | undefined, never>
    /** Whether mails and notifications about it are queued. */
    announced: Generated<boolean>
    created_at: Date
  }
  idempotency_keys: {
    user_id: string
    key: string
    request_hash: Buffer
    answer: JSONColumnType<Order, string, never>
    created_at: CreatedAt
  }
}
