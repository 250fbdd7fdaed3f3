import { sql } from 'kysely'
import { SETTINGS_ACTIONS } from '../../../shared/audit/constants.ts'
import { MAX_CART_LINES } from '../../../shared/cart/constants.ts'
import { keysOf } from '../../platform/jobs/queries.ts'
import { bannerRules, catalogRules, reviewRules, sellerPageRules, sitePageRules } from './catalog-rules-queries.ts'
import { conversationRules } from './conversation-rules-queries.ts'
import { deliveryRules } from './delivery-rules-queries.ts'
import { figureRules } from './figure-rules-queries.ts'
import { fulfilmentRemarks, fulfilmentRules } from './fulfilment-rules-queries.ts'
import { paymentRules } from './payment-rules-queries.ts'
import type { Rule } from './queries.ts'
import { returnRemarks, returnRules } from './return-rules-queries.ts'
import { lateCheckouts, stockRules } from './stock-rules-queries.ts'

/** Sellers with a pending task that hides or shows their products. */
const changing = keysOf('apply_seller_state')

function numbering(table: 'products' | 'orders', column: string, sequence: string): Rule {
  return {
    name: `the next number of ${table} is above all others`,
    query: sql`
      select ${table} || ' have the number ' || ${sql.id(column)} || ', and the next one is ' || next as what
      from ${sql.table(table)},
        (select case when is_called then last_value + 1 else last_value end as next from ${sql.table(sequence)}) numbers
      where ${sql.id(column)} >= next`,
  }
}

const numbers: Rule[] = [
  numbering('products', 'product_number', 'product_numbers'),
  numbering('orders', 'order_number', 'order_numbers'),
]

const orders: Rule[] = [
  {
    name: "an order's total is the sum of its lines and charges",
    query: sql`
      select order_id || ' has a total of ' || total_count || ', its lines and charges add up to ' || coalesce(amount, 0) as what
      from orders left join (
        select order_number, sum(amount) as amount from (
          select order_number, amount from order_lines union all select order_number, amount from order_charges
        ) priced group by 1
      ) parts using (order_number)
      where total_count is distinct from amount`,
  },
  {
    name: 'an order lists the products of its lines',
    query: sql`
      select order_id || ' lists ' || products_id || ', its lines have ' || coalesce(listed, '[]') as what
      from orders left join (
        select order_number, jsonb_agg(product_id order by line_number) as listed
        from order_lines join products using (product_number) group by 1
      ) lines using (order_number)
      where products_id is distinct from listed`,
  },
  {
    name: 'the lines of an order are numbered from 1',
    query: sql`
      select numbered_id('ORD', order_number) || ' has ' || count(*) || ' lines, numbered up to ' || max(line_number) as what
      from order_lines group by order_number having count(*) <> max(line_number)`,
  },
  {
    name: "a product's total_sales are the units in orders",
    query: sql`
      select product_id || ' has total_sales of ' || total_sales || ', orders contain ' || coalesce(units, 0) as what
      from products left join (
        select product_number, sum(quantity) as units from order_lines group by 1
      ) sold using (product_number)
      where total_sales <> coalesce(units, 0)`,
  },
  {
    name: 'recorded changes of an order lead to its state',
    query: sql`
      with steps as (
        select target, action_number, from_value, to_value, created_at as changed_at,
          lag(to_value) over history as came_from, lag(created_at) over history as came_at,
          lead(action_number) over history is null as latest
        from admin_actions where action = 'order_state'
        window history as (partition by target order by action_number)
      )
      select 'change ' || action_number || ' of ' || target || ' goes from ' || coalesce(from_value, 'nothing')
        || ' to ' || coalesce(to_value, 'nothing') || '; before it was ' || coalesce(came_from, 'not changed')
        || ', now it is ' || coalesce(order_state, 'not there') as what
      from steps left join orders on order_id = target cross join lateral (
        -- Between two changes of admins the sellers may have moved the order.
        select max(event.created_at) filter (where event.created_at <= changed_at) as moved_before,
          max(event.created_at) as moved_last
        from order_events event
        where event.order_number = orders.order_number and kind not in ('placed', 'missing', 'state_set', 'address_changed', 'note')
      ) moves
      where order_state is null or from_value is null or to_value is null or from_value = to_value
        or from_value <> came_from and coalesce(moved_before < came_at, true)
        or (latest and to_value <> order_state
          and (state_source = 'admin' or coalesce(moved_last < changed_at, true)))`,
  },
]

const accounts: Rule[] = [
  {
    name: "the marketplace's own pictures are stored",
    query: sql`
      select 'there is no ' || kind || ' at ' || address as what
      from settings cross join lateral (values ('logo', logo), ('icon', icon)) as pictures (kind, address)
      where address <> '' and not exists (select from storage_objects where bucket_id = 'market' and name = kind)`,
  },
  {
    name: 'each change of settings is recorded with what was before and after it',
    query: sql`
      select 'action ' || action_number || ' has no fields' as what
      from admin_actions left join admin_changes using (action_number)
      where action = any(${[...SETTINGS_ACTIONS]}::text[]) and before is null and after is null`,
  },
  {
    name: 'an owner exists when an admin does',
    query: sql`
      select count(*) || ' admins have no owner beside them' as what from users where role = 'admin'
      having bool_and(admin_rights is not null)`,
  },
  {
    name: `a cart has at most ${MAX_CART_LINES} lines`,
    query: sql`
      select 'the cart of ' || user_id || ' has ' || count(*) || ' lines' as what
      from cart_lines group by user_id having count(*) > ${MAX_CART_LINES}`,
  },
  {
    // Buyers who became admins keep their carts and orders.
    name: 'carts and orders belong to buyers',
    query: sql`
      select 'the seller ' || user_id || ' has a cart' as what
      from cart_lines join users on users.id = user_id where role = 'seller' group by user_id
      union all
      select 'the seller ' || buyer_id || ' has ordered ' || count(*) || ' times'
      from orders join users on users.id = buyer_id where role = 'seller' group by buyer_id`,
  },
  {
    name: 'products belong to sellers',
    query: sql`
      select product_id || ' belongs to the buyer ' || seller_id as what
      from products join users on users.id = seller_id where role = 'buyer'`,
  },
  {
    // Except while the task that applies the seller's state still has batches to do.
    name: 'products are hidden exactly while their seller is suspended, not approved or an admin',
    query: sql`
      select product_id || ' is ' || case visibility when 'visible' then 'shown' else 'hidden' end
        || ' although its seller is ' || case when role = 'admin' then 'an admin' when banned_until is not null then 'suspended'
          when may_sell then 'approved' else 'not approved' end as what
      from products join users on users.id = seller_id join seller_approvals using (seller_id)
      where visibility = any(case
          when banned_until > now() or not may_sell or role = 'admin' then array['visible']
          when banned_until is null then array['hidden_with_seller'] end)
        and seller_id::text not in (${changing})`,
  },
  {
    name: 'products are hidden by admins exactly while there is a reason',
    query: sql`
      select coalesce(product_id, 'nothing') || ' is ' || visibility || case when hidden_at is null then ' without a reason'
        else ' with a reason' end as what
      from products left join hidden_products using (product_number)
      where (visibility = 'hidden_by_admin') <> (hidden_at is not null) and visibility <> 'deleted'`,
  },
]

const files: Rule[] = [
  {
    name: 'files with a row are not marked for removal',
    query: sql`select blob as what from storage_objects join storage_discards using (blob)`,
  },
]

/** The rules between rows. Constraints define what a single row may contain. */
export const rules: Rule[] = [
  ...numbers,
  ...orders,
  ...deliveryRules,
  ...accounts,
  ...sellerPageRules,
  ...sitePageRules,
  ...bannerRules,
  ...catalogRules,
  ...figureRules,
  ...fulfilmentRules,
  ...conversationRules,
  ...returnRules,
  ...stockRules,
  ...paymentRules,
  ...reviewRules,
  ...files,
]

export const remarks: Rule[] = [
  lateCheckouts,
  ...fulfilmentRemarks,
  ...returnRemarks,
  {
    name: 'suspensions and approvals are applied to all products of the seller',
    query: sql`
      select 'the products of ' || seller_id || ' are still being hidden or shown' as what
      from (${changing}) waiting (seller_id)`,
  },
  {
    // Products without stored pictures (created by hand, or for benchmarks) show those of others.
    name: 'pictures that products show are stored',
    query: sql`
      select product_id || ' shows ' || address || ', which is not stored' as what
      from products cross join lateral (
        select featured_image union select jsonb_array_elements_text(other_images)
      ) shown(address)
      where visibility = 'visible' and strpos(address, '/object/public/products/' || product_id || '/') > 0
        and exists (
          select from storage_objects where bucket_id = 'products'
            and name collate "C" >= product_id || '/' and name collate "C" < product_id || '0'
        )
        and not exists (
          select from storage_objects where bucket_id = 'products'
            and name = substring(address from '/object/public/products/([^?]*)')
        )`,
  },
]
