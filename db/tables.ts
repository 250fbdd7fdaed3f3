import type { ColumnType, Generated, GeneratedAlways, JSONColumnType, Kysely, Transaction } from 'kysely'
import type { Role } from '../shared/accounts/constants.ts'
import type { AdminAction } from '../shared/audit/constants.ts'
import type { ShippingInfo } from '../shared/orders/schema.ts'
import type { CheckoutState, MovementReason, StockState } from '../shared/stock/constants.ts'
import type { BigInteger, CreatedAt, Money } from './column-types.ts'
import type { ConversationTables } from './conversation-tables.ts'
import type { NotificationTables } from './notification-tables.ts'
import type { OrderTables } from './order-tables.ts'
import type { PaymentTables } from './payment-tables.ts'
import type { ReviewTables } from './review-tables.ts'
import type { SandboxTables } from './sandbox-tables.ts'

/** Only visible products are in the shop; those hidden by a suspension come back when their seller is reinstated. */
type ProductVisibility = 'visible' | 'hidden_by_suspension' | 'deleted'

export interface Tables
  extends OrderTables,
    PaymentTables,
    NotificationTables,
    ReviewTables,
    SandboxTables,
    ConversationTables {
  users: {
    id: Generated<string>
    /** Null for users known by a phone only, and for guests. */
    email: string | null
    password_hash: string | null
    role: Generated<Role>
    user_metadata: JSONColumnType<Record<string, unknown>, string | undefined, string>
    /** When the address counted as confirmed: by proof, or as it was given where the operator asks for none. */
    email_confirmed_at: Date | null
    /** When its owner proved to have the address. */
    email_verified_at: Date | null
    phone: string | null
    phone_confirmed_at: Date | null
    phone_verified_at: Date | null
    is_anonymous: Generated<boolean>
    new_email: string | null
    new_phone: string | null
    email_change_accepted: 'current' | 'new' | null
    confirmation_sent_at: Date | null
    recovery_sent_at: Date | null
    email_change_sent_at: Date | null
    phone_change_sent_at: Date | null
    reauthentication_sent_at: Date | null
    banned_until: Date | null
    last_sign_in_at: Date | null
    created_at: CreatedAt
    updated_at: Generated<Date>
  }
  identities: {
    identity_id: Generated<string>
    user_id: string
    provider: string
    provider_id: string
    identity_data: JSONColumnType<Record<string, unknown>, string | undefined, string>
    last_sign_in_at: Date | null
    created_at: CreatedAt
    updated_at: Generated<Date>
  }
  sessions: {
    id: Generated<string>
    user_id: string
    aal: Generated<'aal1' | 'aal2'>
    amr: JSONColumnType<{ method: string; timestamp: number }[], string, string>
    factor_id: string | null
    user_agent: string | null
    ip: string | null
    refreshed_at: Date | null
    created_at: CreatedAt
  }
  /** Where an account signed in before: IPv4 addresses and IPv6 /64 networks. */
  known_networks: {
    user_id: string
    network: string
    last_used_at: Date
  }
  refresh_tokens: {
    token_hash: Buffer
    session_id: string
    parent_hash: Buffer | null
    revoked_at: Date | null
    created_at: CreatedAt
  }
  factors: {
    id: Generated<string>
    user_id: string
    factor_type: 'totp' | 'phone'
    status: Generated<'unverified' | 'verified'>
    friendly_name: Generated<string>
    phone: string | null
    sealed_secret: Buffer | null
    used_step: BigInteger | null
    last_challenged_at: Date | null
    created_at: CreatedAt
    updated_at: Generated<Date>
  }
  factor_challenges: {
    id: Generated<string>
    factor_id: string
    ip: string | null
    attempts: Generated<number>
    used_at: Date | null
    expires_at: Date
    created_at: CreatedAt
  }
  flow_states: {
    id: Generated<string>
    code_challenge: string
    code_challenge_method: 's256' | 'plain'
    authentication_method: string
    auth_code_hash: Buffer | null
    user_id: string | null
    expires_at: Date
    created_at: CreatedAt
  }
  one_time_codes: {
    user_id: string
    purpose: string
    address: string
    code_hash: Buffer
    link_hash: Buffer | null
    flow_id: string | null
    attempts: Generated<number>
    used_at: Date | null
    expires_at: Date
    created_at: ColumnType<Date, Date | undefined, Date>
  }
  outgoing_messages: {
    id: Generated<string>
    channel: 'mail' | 'sms'
    content: Buffer | null
    attempts: Generated<number>
    next_attempt_at: Date
    expires_at: Date
    sent_at: Date | null
    failed_at: Date | null
    created_at: CreatedAt
  }
  oauth_flows: {
    state_hash: Buffer
    provider: string
    redirect_to: string
    flow_id: string | null
    linking_session_id: string | null
    used_at: Date | null
    expires_at: Date
    created_at: CreatedAt
  }
  provider_tokens: { flow_id: string; sealed_tokens: Buffer; expires_at: Date }
  rate_limits: { key: string; window_ends_at: Date; used: number }
  counters: { name: 'product' | 'order'; last_number: BigInteger; last_at: Date | null }
  products: {
    product_number: BigInteger
    product_id: GeneratedAlways<string>
    seller_id: string
    product_name: string
    search_name: GeneratedAlways<string>
    product_price: Money
    featured_image: string
    other_images: JSONColumnType<string[], string | undefined, string>
    /** Of all pictures, the featured one first; none when there is no text at all. */
    picture_texts: Generated<string[]>
    product_desc: string
    product_category: string[]
    total_sales: ColumnType<number, number | undefined, number>
    flash_sale: Generated<boolean>
    /** Raised by each edit, from 1. */
    revision: Generated<number>
    created_at: CreatedAt
    updated_at: Generated<Date>
    visibility: Generated<ProductVisibility>
    /** Set exactly while `visibility` is 'deleted'. */
    deleted_at: Date | null
  }
  category_sets: { set_number: Generated<number>; categories: string[]; products: Generated<number> }
  carts: { user_id: string; updated_at: Generated<Date> }
  cart_lines: { user_id: string; product_number: BigInteger; quantity: number; created_at: CreatedAt }
  saved_products: { user_id: string; product_number: BigInteger; saved_at: Date }
  stock_alerts: { user_id: string; product_number: BigInteger; created_at: Date }
  cart_merges: { user_id: string; merge_id: string; dropped: string[]; created_at: CreatedAt }
  seller_days: { seller_id: string; day: Date; orders: BigInteger; units: BigInteger; amount: Money }
  order_days: { day: Date; orders: BigInteger; total_count: Money }
  price_changes: {
    change_number: GeneratedAlways<number>
    product_number: BigInteger
    price_before: Money
    price_after: Money
    changed_at: Generated<Date>
  }
  admin_actions: {
    action_number: GeneratedAlways<number>
    admin_id: string
    action: AdminAction
    target: string
    from_value: string | null
    to_value: string | null
    reason: string | null
    created_at: Date
  }
  seller_reversals: { seller_id: string; day: Date; units: BigInteger; amount: Money }
  product_reversals: { product_number: number; units: BigInteger }
  order_reversals: { day: Date; orders: BigInteger; total_count: Money }
  seller_notices: {
    notice_number: GeneratedAlways<number>
    seller_id: string
    action_number: number
    subject: string
  }
  settings: {
    only_row: Generated<boolean>
    revision: Generated<number>
    reservation_minutes: Generated<number>
    time_zone: Generated<string>
  }
  /** No row: the stock of the product is not counted. */
  stock: {
    product_number: BigInteger
    on_hand: number
    reserved: Generated<number>
    backorder: Generated<boolean>
    low_at: Generated<number>
    max_per_order: number | null
    flash_start: number | null
    counted_since: Date
    stock_state: GeneratedAlways<StockState>
  }
  stock_movements: {
    movement_number: GeneratedAlways<number>
    product_number: BigInteger
    change: number
    on_hand_after: number
    reason: MovementReason
    order_number: BigInteger | null
    by_user: string | null
    created_at: Date
  }
  checkouts: {
    checkout_id: Generated<string>
    buyer_id: string
    checkout_state: CheckoutState
    shipping_address: JSONColumnType<ShippingInfo, string, string>
    payment_method: string
    total_count: Money
    idempotency_key: string | null
    request_hash: Buffer | null
    order_number: BigInteger | null
    extensions: Generated<number>
    expires_at: Date
    created_at: Date
    ended_at: Date | null
  }
  checkout_lines: {
    checkout_id: string
    line_number: number
    product_number: BigInteger
    product_name: string
    unit_price: Money
    quantity: number
    reserved: Generated<number>
  }
  storage_buckets: {
    id: string
    name: string
    owner_id: string | null
    public: Generated<boolean>
    file_size_limit: BigInteger | null
    allowed_mime_types: string[] | null
    created_at: CreatedAt
    updated_at: Generated<Date>
  }
  storage_objects: {
    object_id: Generated<string>
    bucket_id: string
    name: string
    owner_id: string | null
    blob: string
    version: Generated<string>
    size: BigInteger
    mimetype: string
    cache_control: string
    content_hash: string
    /** Of a picture, in pixels. Null for other files. */
    width: number | null
    user_metadata: JSONColumnType<Record<string, unknown>, string | undefined, string> | null
    created_at: CreatedAt
    updated_at: Generated<Date>
  }
  storage_discards: { blob: string; remove_after: Date }
  /** What sellers say of themselves in the shop; triggers keep the name and picture as their accounts have them. */
  seller_pages: {
    seller_id: string
    page_number: GeneratedAlways<number>
    /** The present one of the seller's handles. */
    handle: string
    name: string
    picture: string
    since: Date
    /** Cleaned HTML. */
    about: Generated<string>
    banner: Generated<string>
    revision: Generated<number>
    updated_at: Generated<Date>
    legal_name: Generated<string>
    legal_address: Generated<string>
    legal_contact: Generated<string>
    legal_number: Generated<string>
    dispatch_days: Generated<number | null>
  }
  /** Every handle that a seller has or had. */
  seller_handles: { handle: string; seller_id: string }
  /** Suspended or reinstated sellers whose products the job has not all hidden or shown yet. */
  pending_suspensions: { seller_id: string }
}

/** The pool. Not to be used inside a transaction: see `inTransaction`. */
export type Db = Kysely<Tables>
/** The handle of one running transaction. */
export type Tx = Transaction<Tables>
