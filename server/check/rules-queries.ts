import { sql } from 'kysely'
import { MAX_CART_LINES } from '../../shared/cart/constants.ts'
import { conversationRules } from './conversation-rules-queries.ts'
import { fulfilmentRemarks, fulfilmentRules } from './fulfilment-rules-queries.ts'
import { paymentRules } from './payment-rules-queries.ts'
import { returnRemarks, returnRules } from './return-rules-queries.ts'
import { reviewRules } from './review-rules-queries.ts'
import type { Rule } from './rule.ts'
import { lateCheckouts, stockRules } from './stock-rules-queries.ts'
import { wordRules } from './word-rules-queries.ts'

/** Returns the rule that a table has the numbers from 1 to the counter, each once, except those removed with the demo. */
function numbering(table: 'products' | 'orders', column: string, counter: string): Rule {
  return {
    name: `${table} are numbered from 1 to the counter`,
    query: sql`
      select ${counter} || ' ' || number || ' is missing' as what
      from counters, generate_series(1, last_number) number
      where counters.name = ${counter}
        and not exists (select from ${sql.table(table)} taken where taken.${sql.id(column)} = number)
        and not exists (select from removed_numbers removed where removed.counter = ${counter} and removed.number = number)
      union all
      select ${counter} || ' ' || ${sql.id(column)} || ' was removed and is there'
      from ${sql.table(table)} join removed_numbers on counter = ${counter} and number = ${sql.id(column)}
      union all
      select ${counter} || ' ' || ${sql.id(column)} || ' is above the counter'
      from ${sql.table(table)}
      where ${sql.id(column)} > coalesce((select last_number from counters where counters.name = ${counter}), 0)`,
  }
}

const numbers: Rule[] = [
  numbering('products', 'product_number', 'product'),
  numbering('orders', 'order_number', 'order'),
  {
    name: 'ids match the numbers',
    query: sql`
      select 'product ' || product_number || ' has the id ' || product_id as what
      from products where product_id <> 'PRD' || lpad(product_number::text, greatest(5, length(product_number::text)), '0')
      union all
      select 'order ' || order_number || ' has the id ' || order_id
      from orders where order_id <> 'ORD' || lpad(order_number::text, greatest(5, length(order_number::text)), '0')`,
  },
]

const orders: Rule[] = [
  {
    name: "an order's total is the sum of its lines",
    query: sql`
      select order_id || ' has a total of ' || total_count || ', its lines add up to ' || coalesce(amount, 0) as what
      from orders left join (
        select order_number, sum(unit_price * quantity) as amount from order_lines group by 1
      ) lines using (order_number)
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
  {
    name: 'a stored response to an idempotency key is that of an order of the same buyer',
    query: sql`
      with remembered as (
        select idempotency_keys.*, orders.*, (
          select jsonb_agg(jsonb_build_array(product_id, line.product_name, unit_price, quantity) order by line_number)
          from order_lines line join products using (product_number) where line.order_number = orders.order_number
        ) as present_lines, (
          select jsonb_agg(jsonb_build_array(
            line -> 'product_id', line -> 'product_name', line -> 'unit_price', line -> 'quantity') order by place)
          from jsonb_array_elements(answer -> 'lines') with ordinality as answered(line, place)
        ) as answered_lines
        from idempotency_keys left join orders on order_id = answer ->> 'order_id'
      )
      select 'the key ' || key || ' of ' || user_id || ' has the response of ' || coalesce(answer ->> 'order_id', 'no order') as what
      from remembered
      where order_id is null or buyer_id <> user_id
        or (answer ->> 'buyer_id', (answer ->> 'total_count')::numeric, answer -> 'products_id', answer ->> 'payment_method')
          is distinct from (buyer_id::text, total_count, products_id, payment_method)
        or answer -> 'shipping_address' is distinct from shipping_address
        or answered_lines is distinct from present_lines`,
  },
]

const accounts: Rule[] = [
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
    // Except where the job that applies suspensions still has batches to do.
    name: 'products are hidden exactly while their seller is suspended',
    query: sql`
      select product_id || ' is shown although its seller is suspended' as what
      from products join users on users.id = seller_id where banned_until > now() and visibility = 'visible'
        and seller_id not in (select seller_id from pending_suspensions)
      union all
      select product_id || ' is hidden although its seller is not suspended'
      from products join users on users.id = seller_id where banned_until is null and visibility = 'hidden_by_suspension'
        and seller_id not in (select seller_id from pending_suspensions)`,
  },
]

const sellers: Rule[] = [
  {
    name: 'sellers have pages with the names and pictures of their accounts',
    query: sql`
      select 'the seller ' || id || ' has no page' as what
      from users left join seller_pages on seller_id = id where role = 'seller' and seller_id is null
      union all
      select 'the page of ' || seller_id || ' has the name ' || name || ' and the picture ' || picture
      from seller_pages join users on id = seller_id
      where (name, picture) <> (seller_name(user_metadata), seller_picture(user_metadata))`,
  },
  {
    name: 'the handle of a page is one of its seller',
    query: sql`
      select 'the page of ' || seller_id || ' has the handle ' || handle as what
      from seller_pages page
      where not exists (
        select from seller_handles own where own.handle = page.handle and own.seller_id = page.seller_id
      )`,
  },
]

const catalog: Rule[] = [
  {
    name: 'former prices are a chain that ends in the price',
    query: sql`
      with steps as (
        select *, lag(price_after) over history as came_from, lead(change_number) over history is null as latest
        from price_changes window history as (partition by product_number order by change_number)
      )
      select 'change ' || change_number || ' of ' || coalesce(product_id, 'nothing') || ' goes from ' || price_before
        || ' to ' || price_after || '; the price is ' || coalesce(product_price::text, 'not there') as what
      from steps left join products using (product_number)
      where product_id is null or price_before = price_after or price_before <> came_from
        or (latest and price_after <> product_price)`,
  },
  {
    name: 'the lists hold the products that are shown',
    query: sql`
      with wanted as (
        select category, search_name, product_number, product_price, category_set(product_category) as categories
        from products cross join lateral (select 'All' union select unnest(product_category)) shown(category)
        where visibility = 'visible'
      ), listed as (
        select category, search_name, product_number, product_price, categories
        from product_listings left join category_sets using (set_number)
      )
      select numbered_id('PRD', product_number) || ' in ' || category || ' is not listed as it is' as what
      from (select * from wanted except all select * from listed) missing
      union all
      select numbered_id('PRD', product_number) || ' in ' || category || ' is listed as it is not'
      from (select * from listed except all select * from wanted) surplus`,
  },
  {
    name: 'the figures of category_sets are those of the products',
    query: sql`
      select '{' || array_to_string(categories, ', ') || '} has a count of ' || coalesce(said.products, 0)
        || ', there are ' || coalesce(counted.products, 0) as what
      from category_sets said full join (
        select category_set(product_category) as categories, count(*) as products
        from products where visibility = 'visible' group by 1
      ) counted using (categories)
      where coalesce(said.products, 0) <> coalesce(counted.products, 0)`,
  },
  {
    // With the listings that are not counted yet.
    name: 'the figures of listing_runs and number_runs are those of the lists',
    query: sql`
      with places as (
        select category, search_name, product_number, 0 as said, 1 as there, 0 as runs from product_listings
        union all
        select category, search_name, product_number, listings, 0, 0 from uncounted_listings
        union all
        select category, first_name, first_number, listings, 0, 1 from listing_runs
        union all
        select 'by number', '', product_number, 0, 1, 0 from product_listings where category = 'All'
        union all
        select 'by number', '', product_number, listings, 0, 0 from uncounted_listings where category = 'All'
        union all
        select 'by number', '', first_number, listings, 0, 1 from number_runs
      ), placed as (
        select *, sum(runs) over (
          partition by category order by search_name, product_number, runs desc rows unbounded preceding) as run
        from places
      )
      select 'run ' || coalesce(run, 0) || ' of ' || category || ' has a count of ' || sum(said) || ', there are '
        || sum(there) as what
      from placed group by category, run having sum(said) <> sum(there)`,
  },
  ...wordRules,
]

const sales: Rule[] = [
  {
    name: "seller_orders are the orders with a seller's products",
    query: sql`
      with sold as (
        select distinct seller_id, order_number from order_lines join products using (product_number)
      )
      select numbered_id('ORD', order_number) || ' and the seller ' || seller_id
        || case when listed.order_number is null then ' are not listed' else ' are listed' end as what
      from sold full join seller_orders listed using (seller_id, order_number)
      where sold is null or listed is null`,
  },
  {
    name: 'the figures of seller_days are those of the orders',
    query: sql`
      select 'the seller ' || seller_id || ' on ' || day || ': ' || coalesce(said::text, 'nothing') || ', counted '
        || coalesce(counted::text, 'nothing') as what
      from seller_days said full join (
        select seller_id, utc_day(orders.created_at) as day, count(distinct order_number) as orders,
          sum(quantity) as units, sum(unit_price * quantity) as amount
        from order_lines join products using (product_number) join orders using (order_number) group by 1, 2
      ) counted using (seller_id, day)
      where (coalesce(said.orders, 0), coalesce(said.units, 0), coalesce(said.amount, 0))
        <> (coalesce(counted.orders, 0), coalesce(counted.units, 0), coalesce(counted.amount, 0))`,
  },
  {
    name: 'the figures of order_days are those of the orders',
    query: sql`
      select day || ': ' || coalesce(said::text, 'nothing') || ', counted ' || coalesce(counted::text, 'nothing') as what
      from order_days said full join (
        select utc_day(created_at) as day, count(*) as orders, sum(total_count) as total_count from orders group by 1
      ) counted using (day)
      where (coalesce(said.orders, 0), coalesce(said.total_count, 0))
        <> (coalesce(counted.orders, 0), coalesce(counted.total_count, 0))`,
  },
]

const reversals: Rule[] = [
  {
    name: 'seller_reversals are the lines of cancelled and returned orders',
    query: sql`
      select 'the seller ' || seller_id || ' on ' || day || ': ' || coalesce(said::text, 'nothing') || ', counted '
        || coalesce(counted::text, 'nothing') as what
      from seller_reversals said full join (
        select seller_id, utc_day(orders.created_at) as day, sum(quantity) as units, sum(unit_price * quantity) as amount
        from order_lines join products using (product_number) join orders using (order_number)
        where order_state in ('cancelled', 'returned') group by 1, 2
      ) counted using (seller_id, day)
      where (coalesce(said.units, 0), coalesce(said.amount, 0)) <> (coalesce(counted.units, 0), coalesce(counted.amount, 0))`,
  },
  {
    name: 'order_reversals are the cancelled and returned orders',
    query: sql`
      select day || ': ' || coalesce(said::text, 'nothing') || ', counted ' || coalesce(counted::text, 'nothing') as what
      from order_reversals said full join (
        select utc_day(created_at) as day, count(*) as orders, sum(total_count) as total_count
        from orders where order_state in ('cancelled', 'returned') group by 1
      ) counted using (day)
      where (coalesce(said.orders, 0), coalesce(said.total_count, 0))
        <> (coalesce(counted.orders, 0), coalesce(counted.total_count, 0))`,
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
  ...accounts,
  ...sellers,
  ...catalog,
  ...sales,
  ...reversals,
  ...fulfilmentRules,
  ...conversationRules,
  ...returnRules,
  ...stockRules,
  ...paymentRules,
  ...reviewRules,
  ...files,
]

/** Remarks for the operator that break no rule. */
export const remarks: Rule[] = [
  lateCheckouts,
  ...fulfilmentRemarks,
  ...returnRemarks,
  {
    name: 'suspensions are applied to all products of the seller',
    query: sql`select 'the products of ' || seller_id || ' are still being hidden or shown' as what from pending_suspensions`,
  },
  {
    // Earlier versions let a stored picture be removed without changing the product.
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
