// Written by `npm run db:types` from the tables of a migrated database; column-types.ts has what they do not say.
import type { Kysely, Transaction } from 'kysely'
import type { Jsonb } from "./column-types.ts";
import type { ColumnType } from "kysely";

type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

type Numeric = ColumnType<string, number | string, number | string>;

export interface Tables {
  admin_actions: {
    action: "flash_sale" | "delete_product" | "restore_product" | "order_state" | "suspend_user" | "reinstate_user" | "refund" | "refund_done" | "payment_received" | "payment_look" | "refund_assigned" | "surplus_returned" | "dispute_answer" | "add_synonym" | "remove_synonym" | "order_message" | "return" | "hide_review" | "show_review" | "change_market" | "add_page" | "save_page" | "publish_page" | "unpublish_page" | "page_footer" | "order_pages" | "delete_page" | "add_banner" | "change_banner" | "order_banners" | "delete_banner" | "add_category" | "change_category" | "order_categories" | "merge_category" | "invite_staff" | "cancel_invitation" | "accept_invitation" | "change_rights" | "end_rights" | "admin_second_factor" | "mail_texts" | "mail_server" | "seller_approval" | "approval_settings" | "hide_product" | "show_product";
    action_number: Generated<number>;
    admin_id: string;
    created_at: Date;
    from_value: string | null;
    reason: string | null;
    target: string;
    to_value: string | null;
  };
  admin_changes: {
    action_number: number;
    after: Jsonb<"admin_changes.after"> | null;
    before: Jsonb<"admin_changes.before"> | null;
  };
  banners: {
    action: string | null;
    banner_number: Generated<number>;
    built_in: "everything" | "audio" | "home" | "fashion" | null;
    focus_x: Generated<number>;
    focus_y: Generated<number>;
    path: string;
    picture: Generated<string>;
    place: number;
    revision: Generated<number>;
    shown_from: Date | null;
    shown_to: Date | null;
    text: string | null;
    title: string | null;
  };
  cart_lines: {
    created_at: Generated<Date>;
    product_number: number;
    quantity: number;
    user_id: string;
  };
  cart_merges: {
    created_at: Generated<Date>;
    dropped: string[];
    merge_id: string;
    user_id: string;
  };
  carts: {
    updated_at: Generated<Date>;
    user_id: string;
  };
  categories: {
    is_hidden: Generated<boolean>;
    moves_to: string | null;
    name: string;
    picture: Generated<string>;
    place: number;
    revision: Generated<number>;
    slug: string;
  };
  checkout_lines: {
    amount: Numeric;
    checkout_id: string;
    line_number: number;
    product_name: string;
    product_number: number;
    quantity: number;
    reserved: Generated<number>;
    seller_id: string;
    unit_price: Numeric;
  };
  checkouts: {
    buyer_id: string;
    charges: Generated<Jsonb<"checkouts.charges">>;
    checkout_id: Generated<string>;
    checkout_state: "open" | "paying" | "placed" | "expired" | "abandoned";
    created_at: Date;
    deliveries: Generated<Jsonb<"checkouts.deliveries">>;
    ended_at: Date | null;
    expires_at: Date;
    extensions: Generated<number>;
    idempotency_key: string | null;
    order_number: number | null;
    payment_method: "credit_card" | "paypal" | "bank_transfer";
    privacy_version: number | null;
    request_hash: Buffer | null;
    shipping_address: Jsonb<"checkouts.shipping_address">;
    terms_version: number | null;
    total_count: Numeric;
  };
  conversation_messages: {
    by_role: "buyer" | "seller" | "admin";
    by_user: string | null;
    created_at: Date;
    message_id: string;
    message_number: Generated<number>;
    number: number;
    order_number: number;
    seller_id: string;
    text: string;
  };
  conversation_sides: {
    last_message: number;
    mail_at: Date | null;
    mailed_at: Date | null;
    mailed_to: Generated<number>;
    order_number: number;
    read_to: Generated<number>;
    seller_id: string;
    side: "buyer" | "seller";
    unread: number;
    user_id: string;
  };
  conversations: {
    messages: number;
    number: number;
    order_number: number;
    seller_id: string;
  };
  day_figures: {
    amount: Numeric | null;
    day: ColumnType<Date, string, string> | null;
    orders: number | null;
    reversed_amount: Numeric | null;
    reversed_orders: number | null;
    reversed_units: number | null;
    seller_id: string | null;
    units: number | null;
  };
  day_sums: {
    amount: Numeric;
    day: ColumnType<Date, string, string>;
    orders: number;
    reversed_amount: Numeric;
    reversed_orders: number;
    reversed_units: number;
    seller_id: string | null;
    units: number;
  };
  delivery_methods: {
    active: Generated<boolean>;
    days_from: number;
    days_to: number;
    destinations: Generated<string[]>;
    free_from: Numeric | null;
    kind: "parcel" | "pickup";
    method_id: Generated<string>;
    more_price: Generated<Numeric>;
    name: string;
    pickup_address: Generated<string>;
    place: number;
    price: Generated<Numeric>;
    price_by: "order" | "item" | "weight";
    revision: Generated<number>;
    seller_id: string;
    weight_steps: Generated<Jsonb<"delivery_methods.weight_steps">>;
  };
  disputes: {
    amount: Numeric;
    answer_by: Date | null;
    answered_at: Date | null;
    created_at: Date;
    dispute_number: Generated<number>;
    dispute_state: "warning" | "needs_response" | "under_review" | "won" | "lost";
    ended_at: Date | null;
    fee: Generated<Numeric>;
    payment_number: number;
    provider_ref: string;
    reason: string;
  };
  factor_challenges: {
    attempts: Generated<number>;
    created_at: Generated<Date>;
    expires_at: Date;
    factor_id: string;
    id: Generated<string>;
    ip: string | null;
    used_at: Date | null;
  };
  factors: {
    created_at: Generated<Date>;
    factor_type: "totp" | "phone";
    friendly_name: Generated<string>;
    id: Generated<string>;
    last_challenged_at: Date | null;
    phone: string | null;
    sealed_secret: Buffer | null;
    status: Generated<"unverified" | "verified">;
    updated_at: Generated<Date>;
    used_step: number | null;
    user_id: string;
  };
  figure_changes: {
    amount: Numeric;
    day: ColumnType<Date, string, string>;
    orders: number;
    product_number: number | null;
    reversed_amount: Numeric;
    reversed_orders: number;
    reversed_units: number;
    seller_id: string | null;
    units: number;
  };
  flow_states: {
    auth_code_hash: Buffer | null;
    authentication_method: string;
    code_challenge: string;
    code_challenge_method: "s256" | "plain";
    created_at: Generated<Date>;
    expires_at: Date;
    id: Generated<string>;
    user_id: string | null;
  };
  former_categories: {
    ended_at: Date;
    former: string;
    is_slug: boolean;
    slug: string;
  };
  hidden_products: {
    answer: string | null;
    answered_at: Date | null;
    hidden_at: Date;
    hidden_by: string | null;
    product_number: number;
    reason: string;
  };
  identities: {
    created_at: Generated<Date>;
    identity_data: Generated<Jsonb<"identities.identity_data">>;
    identity_id: Generated<string>;
    last_sign_in_at: Date | null;
    provider: string;
    provider_id: string;
    updated_at: Generated<Date>;
    user_id: string;
  };
  known_networks: {
    last_used_at: Date;
    network: string;
    user_id: string;
  };
  mail_settings: {
    footer: string | null;
    only_row: Generated<boolean>;
    reply_to: string | null;
    revision: Generated<number>;
    sealed_server: Buffer | null;
    sender_name: string | null;
    server_saved_at: Date | null;
  };
  migrations: {
    applied_at: Generated<Date>;
    checksum: string;
    name: string;
  };
  notification_preferences: {
    kind: string;
    user_id: string;
    wanted: boolean;
  };
  notifications: {
    created_at: Date;
    facts: Generated<Jsonb<"notifications.facts">>;
    kind: string;
    notification_number: Generated<number>;
    path: string;
    read_at: Date | null;
    subject: string | null;
    user_id: string;
  };
  oauth_flows: {
    created_at: Generated<Date>;
    expires_at: Date;
    flow_id: string | null;
    linking_session_id: string | null;
    provider: string;
    redirect_to: string;
    state_hash: Buffer;
    used_at: Date | null;
  };
  one_time_codes: {
    address: string;
    attempts: Generated<number>;
    code_hash: Buffer;
    created_at: Generated<Date>;
    expires_at: Date;
    flow_id: string | null;
    link_hash: Buffer | null;
    purpose: string;
    used_at: Date | null;
    user_id: string;
  };
  order_charges: {
    amount: Numeric;
    charge_number: number;
    kind: "delivery";
    order_number: number;
    seller_id: string;
  };
  order_deliveries: {
    amount: Numeric;
    arrives_from: ColumnType<Date, string, string> | null;
    arrives_to: ColumnType<Date, string, string> | null;
    away_until: ColumnType<Date, string, string> | null;
    cheapest: Numeric;
    country: string | null;
    days_from: number;
    days_to: number;
    destinations: string[];
    dispatch_days: number;
    kind: "parcel" | "pickup" | "none";
    method_id: string | null;
    name: string;
    order_number: number;
    other_destinations: string[];
    pickup_address: Generated<string>;
    seller_id: string;
  };
  order_events: {
    announced: Generated<boolean>;
    by_role: "buyer" | "seller" | "admin" | "system";
    by_user: string | null;
    created_at: Date;
    event_number: Generated<number>;
    facts: Generated<Jsonb<"order_events.facts">>;
    kind: "placed" | "confirmed" | "sent" | "delivered" | "lost" | "voided" | "cancelled" | "resent" | "cancel_requested" | "cancel_declined" | "return_requested" | "return_withdrawn" | "return_accepted" | "return_declined" | "return_sent" | "return_expired" | "returned" | "missing" | "state_set" | "paid" | "refunded" | "address_changed" | "note";
    mail_due: Generated<boolean>;
    order_number: number;
    seller_id: string | null;
  };
  order_lines: {
    amount: Numeric;
    cancelled: Generated<number>;
    line_number: number;
    order_number: number;
    product_name: string;
    product_number: number;
    quantity: number;
    returned_units: Generated<number>;
    seller_id: string;
    sent: Generated<number>;
    unit_price: Numeric;
  };
  order_return_lines: {
    line_number: number;
    order_number: number;
    quantity: number;
    received: Generated<number>;
    resalable: Generated<number>;
    return_number: number;
  };
  order_returns: {
    answer_note: string | null;
    answered_at: Date | null;
    carrier: string | null;
    expired_at: Date | null;
    instructions: string | null;
    note: string | null;
    order_number: number;
    reason: "damaged" | "defective" | "not_as_described" | "wrong_item" | "no_longer_needed" | "other";
    received_at: Date | null;
    refund_id: string | null;
    refunded: Numeric | null;
    requested_at: Date;
    return_number: Generated<number>;
    seller_id: string;
    sent_at: Date | null;
    state: Generated<"requested" | "accepted" | "declined" | "withdrawn" | "received" | "expired">;
    tracking_number: string | null;
    withdrawn_at: Date | null;
  };
  orders: {
    buyer_id: string;
    created_at: Generated<Date>;
    order_id: Generated<string>;
    order_number: Generated<number>;
    order_state: Generated<"pending" | "confirmed" | "delivered" | "cancelled" | "returned">;
    payment_method: "credit_card" | "paypal" | "bank_transfer";
    privacy_version: number | null;
    products_id: Jsonb<"orders.products_id">;
    shipping_address: Jsonb<"orders.shipping_address">;
    state_source: Generated<"seller_orders" | "admin">;
    terms_version: number | null;
    total_count: Numeric;
  };
  outgoing_messages: {
    channel: "mail" | "sms";
    content: Buffer | null;
    created_at: Generated<Date>;
    expires_at: Date;
    failed_at: Date | null;
    id: Generated<string>;
    sent_at: Date | null;
  };
  payment_events: {
    content: Buffer | null;
    done_at: Date | null;
    event_id: string;
    event_type: string;
    failure: string | null;
    object_ref: string | null;
    outcome: "applied" | "nothing_new" | "not_ours" | "ignored" | null;
    provider: string;
    received_at: Date;
    sandbox: boolean;
    times_received: Generated<number>;
    to_queue_at: Date | null;
  };
  payment_receipts: {
    amount: Numeric;
    by_user: string | null;
    created_at: Date;
    payment_number: number;
    receipt_id: string | null;
    receipt_number: Generated<number>;
    received_on: ColumnType<Date, string, string>;
    reference: string | null;
  };
  payment_releases: {
    amount: Numeric;
    by_user: string | null;
    created_at: Date;
    delivery: Generated<Numeric>;
    note: string | null;
    of_units: Generated<boolean>;
    payment_number: number;
    reason: "cancelled" | "returned" | "goodwill";
    release_id: string;
    request_id: string | null;
    seller_id: string;
  };
  payments: {
    amount: Numeric;
    attempted_at: Date | null;
    attempts: Generated<number>;
    buyer_id: string;
    capture_at: Date | null;
    captured: Generated<Numeric>;
    card_brand: string | null;
    card_last4: string | null;
    check_at: Date | null;
    checkout_id: string | null;
    checks: Generated<number>;
    created_at: Date;
    currency: Generated<string>;
    decline_code: string | null;
    disputed: Generated<Numeric>;
    means: string | null;
    order_number: number | null;
    paid_at: Date | null;
    pay_by: Date | null;
    payment_id: Generated<string>;
    payment_method: "credit_card" | "paypal" | "bank_transfer";
    payment_number: Generated<number>;
    payment_state: "created" | "requires_action" | "processing" | "authorized" | "paid" | "declined" | "cancelled" | "awaiting_transfer" | "expired";
    provider: "stripe" | "offline";
    provider_ref: string | null;
    refunded: Generated<Numeric>;
    released: Generated<Numeric>;
    reminded_at: Date | null;
    sandbox: boolean;
    surplus: Generated<Numeric>;
    surplus_returned: Generated<Numeric>;
  };
  previews: {
    admin_id: string;
    draft: Jsonb<"previews.draft">;
    expires_at: Date;
    token_hash: Buffer;
  };
  price_changes: {
    change_number: Generated<number>;
    changed_at: Generated<Date>;
    price_after: Numeric;
    price_before: Numeric;
    product_number: number;
  };
  product_changes: {
    product_number: number | null;
    reversed_units: number | null;
  };
  product_ratings: {
    product_number: number;
    rating_sum: Generated<number>;
    rating_tenths: Generated<number | null>;
    ratings: Generated<number>;
    stars_1: Generated<number>;
    stars_2: Generated<number>;
    stars_3: Generated<number>;
    stars_4: Generated<number>;
    stars_5: Generated<number>;
  };
  product_search: {
    categories: string[];
    document: string;
    in_stock: boolean;
    letters: string;
    name: string;
    on_sale: boolean;
    price: Numeric;
    product_number: number;
    rating: number;
    seller_id: string;
  };
  product_sums: {
    product_number: number;
    reversed_units: number;
  };
  products: {
    created_at: Generated<Date>;
    deleted_at: Date | null;
    delivery_kind: Generated<"parcel" | "none">;
    featured_image: string;
    flash_sale: Generated<boolean>;
    other_images: Generated<Jsonb<"products.other_images">>;
    picture_texts: Generated<string[]>;
    product_category: string[];
    product_desc: string;
    product_id: Generated<string>;
    product_name: string;
    product_number: Generated<number>;
    product_price: Numeric;
    revision: Generated<number>;
    search_name: Generated<string>;
    seller_id: string;
    total_sales: Generated<number>;
    updated_at: Generated<Date>;
    visibility: Generated<"visible" | "hidden_with_seller" | "hidden_by_admin" | "deleted">;
    weight_grams: number | null;
  };
  provider_tokens: {
    expires_at: Date;
    flow_id: string;
    sealed_tokens: Buffer;
  };
  rate_limits: {
    key: string;
    used: number;
    window_ends_at: Date;
  };
  refresh_tokens: {
    created_at: Generated<Date>;
    parent_hash: Buffer | null;
    revoked_at: Date | null;
    session_id: string;
    token_hash: Buffer;
  };
  refunds: {
    amount: Numeric;
    by_user: string | null;
    created_at: Date;
    delivery: Generated<Numeric>;
    ended_at: Date | null;
    failure: string | null;
    next_attempt_at: Date | null;
    note: string | null;
    of_units: Generated<boolean>;
    order_number: number | null;
    payment_number: number;
    provider_ref: string | null;
    reason: "cancelled" | "returned" | "goodwill" | "late_payment" | "elsewhere";
    refund_id: string;
    refund_number: Generated<number>;
    refund_state: "requested" | "sent" | "pending" | "succeeded" | "failed";
    request_id: string | null;
    seller_id: string | null;
  };
  review_reports: {
    created_at: Date;
    review_number: number;
    settled: Generated<boolean>;
    user_id: string;
  };
  reviews: {
    answer_text: string | null;
    answered_at: Date | null;
    buyer_id: string;
    by_suspended: Generated<boolean>;
    created_at: Date;
    edited_at: Date | null;
    first_answered_at: Date | null;
    hidden_at: Date | null;
    hidden_reason: string | null;
    is_shown: Generated<boolean>;
    product_number: number;
    rating: number;
    removed_at: Date | null;
    review_id: Generated<string>;
    review_number: Generated<number>;
    review_text: Generated<string>;
    seller_id: string;
  };
  "sandbox.deliveries": {
    attempts: Generated<number>;
    delivered_at: Date | null;
    delivery_number: Generated<number>;
    due_at: Date | null;
    event_number: number;
    in_order: boolean;
    intent_id: string;
    response_status: number | null;
    tried_at: Date | null;
  };
  "sandbox.disputes": {
    amount: number;
    created_at: Date;
    dispute_id: string;
    dispute_number: Generated<number>;
    due_by: Date;
    ended_at: Date | null;
    intent_id: string;
    status: "needs_response" | "under_review" | "won" | "lost";
    submissions: Generated<number>;
  };
  "sandbox.events": {
    content: Jsonb<"sandbox.events.content">;
    created_at: Date;
    event_id: string;
    event_number: Generated<number>;
    intent_id: string;
    type: string;
  };
  "sandbox.intents": {
    amount: number;
    amount_received: Generated<number>;
    amount_refunded: Generated<number>;
    capture_before: Date | null;
    capture_method: "automatic" | "manual";
    created_at: Date;
    dispute_at: Date | null;
    intent_id: string;
    intent_number: Generated<number>;
    last_error: Jsonb<"sandbox.intents.last_error"> | null;
    metadata: Generated<Jsonb<"sandbox.intents.metadata">>;
    payment_method: string | null;
    return_url: string | null;
    status: "requires_payment_method" | "requires_action" | "requires_capture" | "succeeded" | "canceled";
    step_id: string | null;
  };
  "sandbox.keys": {
    created_at: Date;
    failed_for: string | null;
    idempotency_key: string;
    request_hash: Buffer;
    response: Jsonb<"sandbox.keys.response"> | null;
    status: number | null;
  };
  "sandbox.refunds": {
    amount: number;
    created_at: Date;
    failure_reason: string | null;
    intent_id: string;
    metadata: Generated<Jsonb<"sandbox.refunds.metadata">>;
    next_at: Date | null;
    next_status: "succeeded" | "failed" | null;
    refund_id: string;
    refund_number: Generated<number>;
    status: "pending" | "succeeded" | "failed";
  };
  "sandbox.steps": {
    answered_at: Date | null;
    created_at: Date;
    intent_id: string;
    kind: "3ds" | "paypal";
    state: "waiting" | "left" | "approved" | "refused" | "ended";
    step_id: string;
  };
  "sandbox.transfers": {
    amount: number;
    created_at: Date;
    due_at: Date;
    reference: string;
    taken_at: Date | null;
    transfer_number: Generated<number>;
  };
  saved_products: {
    product_number: number;
    saved_at: Date;
    user_id: string;
  };
  search_counts: {
    day: ColumnType<Date, string, string>;
    search_text: string;
    searches: number;
    without_result: number;
  };
  search_synonyms: {
    created_at: Date;
    is_one_way: boolean;
    synonym: string;
    synonym_id: string;
    synonym_text: Generated<string>;
    words: string;
    words_text: Generated<string>;
  };
  search_words: {
    products: number;
    word: string;
  };
  seller_approvals: {
    approval_state: "draft" | "asked" | "approved" | "refused" | "fix_by";
    asked_at: Date | null;
    closed_at: Date | null;
    decided_at: Date | null;
    decided_by: string | null;
    fix_by: Date | null;
    may_sell: boolean;
    message: string | null;
    revision: Generated<number>;
    seller_id: string;
  };
  seller_handles: {
    handle: string;
    seller_id: string;
  };
  seller_notices: {
    action_number: number;
    notice_number: Generated<number>;
    seller_id: string;
    subject: string;
  };
  seller_orders: {
    cancel_lines: Jsonb<"seller_orders.cancel_lines"> | null;
    cancel_note: string | null;
    cancel_requested_at: Date | null;
    cancelled_goods: Generated<Numeric>;
    confirmed_at: Date | null;
    delivered_at: Date | null;
    ended_at: Date | null;
    goods: Generated<Numeric>;
    hold: "refunded" | "disputed" | null;
    number: number;
    order_number: number;
    previous_address: Jsonb<"seller_orders.previous_address"> | null;
    reminded: Generated<number>;
    returned_goods: Generated<Numeric>;
    revision: Generated<number>;
    seller_id: string;
    ship_by: ColumnType<Date, string, string> | null;
    shipped_at: Date | null;
    shipping_address: Jsonb<"seller_orders.shipping_address"> | null;
    sold_by: Jsonb<"seller_orders.sold_by"> | null;
    state: Generated<"pending" | "confirmed" | "shipped" | "delivered" | "cancelled" | "returned">;
  };
  seller_pages: {
    about: Generated<string>;
    away_until: ColumnType<Date, string, string> | null;
    awning: number;
    banner: Generated<string>;
    certified_at: Date | null;
    dispatch_days: number | null;
    handle: string;
    is_trader: boolean | null;
    legal_address: Generated<string>;
    legal_email: Generated<string>;
    legal_name: Generated<string>;
    legal_number: Generated<string>;
    legal_phone: Generated<string>;
    name: string;
    page_number: Generated<number>;
    picture: string;
    register_name: Generated<string>;
    revision: Generated<number>;
    seller_id: string;
    sends_from: string | null;
    since: Date;
    updated_at: Generated<Date>;
  };
  seller_ratings: {
    rating_sum: Generated<number>;
    ratings: Generated<number>;
    seller_id: string;
  };
  sessions: {
    aal: Generated<"aal1" | "aal2">;
    amr: Jsonb<"sessions.amr">;
    created_at: Generated<Date>;
    factor_id: string | null;
    id: Generated<string>;
    ip: string | null;
    refreshed_at: Date | null;
    user_agent: string | null;
    user_id: string;
  };
  settings: {
    about_text: string | null;
    accent_color: string | null;
    admin_second_factor: Generated<boolean>;
    approval_revision: Generated<number>;
    brand_color: string | null;
    contact_lines: string[] | null;
    country: string | null;
    currency: Generated<"USD" | "EUR" | "GBP" | "CHF" | "CAD" | "AUD" | "NZD" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK">;
    icon: Generated<string>;
    locale: Generated<string>;
    logo: Generated<string>;
    market_name: string | null;
    only_row: Generated<boolean>;
    opening_dismissed_at: Date | null;
    products_link: Generated<"none" | "all">;
    reservation_minutes: Generated<number>;
    revision: Generated<number>;
    seller_approval: Generated<boolean>;
    seller_requirements: Generated<string[]>;
    setup_done_at: Date | null;
    social_links: Generated<Jsonb<"settings.social_links">>;
    time_zone: Generated<string>;
  };
  shipment_lines: {
    line_number: number;
    order_number: number;
    quantity: number;
    shipment_number: number;
  };
  shipments: {
    carrier: string;
    delivered_at: Date | null;
    delivered_by: "seller" | "buyer" | "admin" | "time" | null;
    delivery_recorded_at: Date | null;
    expected_on: ColumnType<Date, string, string> | null;
    lost_at: Date | null;
    missing_at: Date | null;
    order_number: number;
    request_id: string;
    seller_id: string;
    sent_at: Date;
    shipment_number: Generated<number>;
    state: "sent" | "delivered" | "lost" | "resent" | "refunded" | "voided";
    tracking_number: string | null;
    tracking_url: string | null;
  };
  site_page_versions: {
    admin_id: string | null;
    body: string;
    published_at: Date | null;
    slug: string;
    title: string;
    version: number;
  };
  site_pages: {
    in_footer: Generated<boolean>;
    place: number;
    revision: Generated<number>;
    shown_version: number | null;
    slug: string;
  };
  staff_invitations: {
    admin_rights: string[] | null;
    email: string;
    expires_at: Date;
    invitation_id: Generated<string>;
    invited_by: string;
    token_hash: Buffer;
  };
  stock: {
    backorder: Generated<boolean>;
    counted_since: Date;
    flash_start: number | null;
    low_at: Generated<number>;
    max_per_order: number | null;
    on_hand: number;
    product_number: number;
    reserved: Generated<number>;
    stock_state: Generated<"in" | "low" | "out" | "backorder">;
  };
  stock_alerts: {
    created_at: Date;
    product_number: number;
    user_id: string;
  };
  stock_movements: {
    by_user: string | null;
    change: number;
    created_at: Date;
    movement_number: Generated<number>;
    on_hand_after: number;
    order_number: number | null;
    product_number: number;
    reason: "counted" | "correction" | "sold" | "cancelled" | "returned" | "imported";
  };
  storage_buckets: {
    allowed_mime_types: string[] | null;
    created_at: Generated<Date>;
    file_size_limit: number | null;
    id: string;
    name: string;
    owner_id: string | null;
    public: Generated<boolean>;
    updated_at: Generated<Date>;
  };
  storage_discards: {
    blob: string;
    remove_after: Date;
  };
  storage_objects: {
    blob: string;
    bucket_id: string;
    cache_control: string;
    content_hash: string;
    created_at: Generated<Date>;
    mimetype: string;
    name: string;
    object_id: Generated<string>;
    owner_id: string | null;
    size: number;
    updated_at: Generated<Date>;
    user_metadata: Jsonb<"storage_objects.user_metadata"> | null;
    version: Generated<string>;
    width: number | null;
  };
  users: {
    admin_rights: string[] | null;
    banned_until: Date | null;
    confirmation_sent_at: Date | null;
    created_at: Generated<Date>;
    email: string | null;
    email_change_accepted: "current" | "new" | null;
    email_change_sent_at: Date | null;
    email_confirmed_at: Date | null;
    email_verified_at: Date | null;
    id: Generated<string>;
    is_anonymous: Generated<boolean>;
    last_sign_in_at: Date | null;
    new_email: string | null;
    new_phone: string | null;
    password_hash: string | null;
    phone: string | null;
    phone_change_sent_at: Date | null;
    phone_confirmed_at: Date | null;
    phone_verified_at: Date | null;
    reauthentication_sent_at: Date | null;
    recovery_sent_at: Date | null;
    rights_revision: Generated<number>;
    role: Generated<"buyer" | "seller" | "admin">;
    updated_at: Generated<Date>;
    user_metadata: Generated<Jsonb<"users.user_metadata">>;
  };
}

/** The pool. Not to be used inside a transaction: see `inTransaction`. */
export type Db = Kysely<Tables>
/** The handle of one running transaction. */
export type Tx = Transaction<Tables>
