import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Corruptions, corruptionsOf, expectBroken } from '../../../tests/support/broken-rule.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { setRows } from '../../../tests/support/set-rows.ts'
import { serviceKey } from '../../../tests/support/storage.ts'
import { createMarketDatabase } from '../../../tests/support/test-database.ts'
import { openBlobs } from '../../programs/storage/open-blobs.ts'
import { checkFiles, checkInvariants, checkRows } from './check-invariants.ts'

const stored = () => openBlobs(market.config).blobs

const database = await createMarketDatabase()
const market = await openForTests({ database, filesDir: database.filesDir })

test('the demo marketplace breaks no rule', async () => {
  expect(await checkInvariants({ db: market.db, blobs: stored() })).toEqual([])
})

const seller = `(select id from users where role = 'seller' limit 1)`
const buyer = `(select id from users where role = 'buyer' limit 1)`

/** A conversation about the first seller order of an order, with one message of its buyer. */
const conversation = [
  `insert into conversations select seller_id, order_number, number, 1 from seller_orders where order_number = 7 and number = 1`,
  `insert into conversation_messages (seller_id, order_number, number, message_id, by_role, text, created_at)
   select seller_id, order_number, 1, gen_random_uuid(), 'buyer', 'Hello', now() from conversations where order_number = 7`,
  `insert into conversation_sides (seller_id, order_number, side, user_id, last_message, unread)
   select seller_id, order_number, side, case side when 'buyer' then buyer_id else seller_id end, message_number,
     case side when 'buyer' then 0 else 1 end
   from conversation_messages join orders using (order_number), unnest(array['buyer', 'seller']) side where order_number = 7`,
].join(';')

/** Each corrupts one thing, bypassing constraints and triggers, and is found by the named rule. */
const spoiled: Corruptions = {
  'the next number of orders is above all others': {
    'a next order number that is taken': `alter sequence order_numbers restart with 7`,
  },
  'the next number of products is above all others': {
    'a next product number that is taken': `alter sequence product_numbers restart with 1`,
  },
  "an order's total is the sum of its lines and charges": {
    'a total a cent off': `update orders set total_count = total_count + 0.01 where order_number = 7`,
    'a line a cent off': `update order_lines set amount = amount + 0.01 where order_number = 7 and line_number = 1`,
  },
  'an order lists the products of its lines': {
    'a product that was not ordered': `update orders set products_id = products_id || '["PRD00001"]' where order_number = 7`,
  },
  'the lines of an order are numbered from 1': {
    'a missing line number': `delete from shipments where order_number = 7;
      update order_lines set line_number = 50 where order_number = 7 and line_number = 1`,
  },
  "a product's total_sales are the units in orders": {
    'a sold unit that is not counted': `update products set total_sales = total_sales - 1 where total_sales > 0`,
  },
  'recorded changes of an order lead to its state': {
    'an unrecorded change of state': `insert into admin_actions (admin_id, action, target, from_value, to_value, created_at)
       values (${buyer}, 'order_state', 'ORD00007', 'pending', 'returned', now());
      update orders set order_state = 'confirmed' where order_number = 7`,
  },
  "the marketplace's own pictures are stored": {
    'a logo that is gone': `update settings set logo = '/storage/v1/object/public/market/logo?v=1'`,
  },
  'each change of settings is recorded with what was before and after it': {
    'a change without its fields': `insert into admin_actions (admin_id, action, target, created_at)
       values (${buyer}, 'change_market', 'market', now())`,
  },
  'the versions of a page count up, and the shown and recorded ones are published': {
    'a page that shows a version that does not exist': `update site_pages set shown_version = 1 where slug = 'terms'`,
    'an order under terms that were never published': `update orders set terms_version = 1 where order_number = 7`,
    'a page without its first version': `insert into site_page_versions (slug, version, title, body, admin_id)
      values ('terms', 2, 'Terms', '', ${seller})`,
  },
  'there are 1 to 8 banners, and their pictures are stored': {
    'no banner': `delete from banners`,
    'a picture that is gone': `update banners set picture = '/storage/v1/object/public/market/banner/1?v=1' where place = 1`,
    'a picture of no banner': `insert into storage_objects (bucket_id, name, blob, size, mimetype, cache_control, content_hash)
      values ('market', 'banner/9', 'blobs/none', 1, 'image/webp', 'no-store', repeat('0', 64))`,
  },
  'a cart has at most 100 lines': {
    'a cart of 101 lines': `insert into carts (user_id) values (${buyer}) on conflict do nothing;
      alter table cart_lines drop constraint cart_lines_product_number_fkey;
      delete from cart_lines where user_id = ${buyer};
      insert into cart_lines (user_id, product_number, quantity) select ${buyer}, generate_series(1, 101), 1`,
  },
  'carts and orders belong to buyers': {
    "a seller's cart": `insert into carts (user_id) values (${seller});
      insert into cart_lines (user_id, product_number, quantity) values (${seller}, 1, 1)`,
  },
  'products belong to sellers': {
    "a buyer's product": `alter table order_lines drop constraint order_lines_seller_id_product_number_fkey;
      update products set seller_id = ${buyer} where product_number = 3`,
  },
  'products are hidden exactly while their seller is suspended, not approved or an admin': {
    'a product shown although its seller is an admin': `update users set role = 'admin' where id = ${seller}`,
    'a product shown although its seller is suspended': `update users set banned_until = now() + interval '1 day' where id = ${seller}`,
    'a product shown although its seller is not approved': `update seller_approvals set approval_state = 'draft', may_sell = false where seller_id = ${seller}`,
    'a product hidden although its seller is approved': `update products set visibility = 'hidden_with_seller' where product_number = 3`,
  },
  'products are hidden by admins exactly while there is a reason': {
    'a product hidden without a reason': `update products set visibility = 'hidden_by_admin' where product_number = 3`,
    'a product shown with a reason': `insert into hidden_products (product_number, reason, hidden_at) values (3, 'A copy', now())`,
  },
  'sellers have approvals, and while approval is off all may sell': {
    'a seller without an approval': `delete from seller_approvals where seller_id = ${seller}`,
    'a seller who may not sell': `update seller_approvals set approval_state = 'draft', may_sell = false where seller_id = ${seller}`,
  },
  'documents are of sellers': {
    'a document of no seller': `insert into storage_objects (bucket_id, name, blob, size, mimetype, cache_control, content_hash)
      values ('documents', 'nobody', 'blobs/none', 1, 'application/pdf', 'no-store', repeat('0', 64))`,
  },
  'former prices are a chain that ends in the price': {
    'an unrecorded price change': `update products set product_price = product_price + 1 where product_number = 3;
      update price_changes set price_after = price_after + 1`,
  },
  'products and lists have current categories, or ones that are being moved to one': {
    'a product in no category': `update products set product_category = '{nowhere}' where product_number = 3`,
    'a merged category that nothing moves': `update categories set moves_to = 'tvs' where slug = 'toys'`,
    'a circle': `update categories set moves_to = case slug when 'toys' then 'tvs' else 'toys' end where slug in ('toys', 'tvs')`,
  },
  'product_ratings and seller_ratings are the reviews that are shown': {
    'a star of a product without a review': `update product_ratings set stars_5 = stars_5 + 1`,
    'a star of a seller without a review': `update seller_ratings set rating_sum = rating_sum + 1`,
  },
  'product_search has the products of the shop': {
    'a product missing in the search': `delete from product_search where product_number = 3`,
    'an old price in the search': `update product_search set price = price + 1 where product_number = 3`,
    'a word that no product has': `update product_search set document = document || to_tsvector('simple', 'zzz') where product_number = 3`,
  },
  "seller_orders are the orders with a seller's products": {
    "an order missing in a seller's list": `delete from shipments where order_number = 7;
      delete from seller_orders where order_number = 7`,
  },
  'every seller order has its number, its goods and its placed event': {
    'a placed event that is missing': `delete from order_events where order_number = 7`,
    'a number that was skipped': `update seller_orders set number = number + 50 where order_number = 7`,
    'goods a cent off': `update seller_orders set goods = goods + 0.01 where order_number = 7`,
  },
  'an order has the state that its seller orders give, unless an admin set it': {
    'an order whose seller orders say otherwise': `alter table orders disable trigger orders_state_source;
      update orders set order_state = 'returned' where order_state = 'delivered'`,
  },
  'a seller order has the state that its lines and shipments give': {
    'a seller order whose lines say otherwise': `update seller_orders set state = 'confirmed' where state = 'pending'`,
    'a seller order that is delivered while its shipment is under way': `update shipments set state = 'sent', delivered_at = null, delivered_by = null
       where shipment_number = (select min(shipment_number) from shipments where state = 'delivered')`,
  },
  'units sent are those in shipments': {
    'a sent unit without a shipment': `delete from shipment_lines where shipment_number = (select min(shipment_number) from shipments)`,
    'a shipment that was never sent': `delete from order_events where kind = 'sent'`,
  },
  'units cancelled are those of the cancellations': {
    'a unit cancelled for no reason': `update order_events set facts = facts || '{"lines": [[1, 99]]}' where kind = 'cancelled'`,
  },
  'units of lost packages that were refunded are cancelled as lost': {
    'a package that is refunded and not cancelled': `update shipments set state = 'refunded', delivered_at = null, delivered_by = null
       where shipment_number = (select min(shipment_number) from shipments)`,
  },
  "shipments hold lines of their seller's part of the order": {
    'a shipment of another order': `update shipments set order_number = (select order_number from seller_orders other
        where other.seller_id = shipments.seller_id and other.order_number <> shipments.order_number limit 1)
      where shipment_number = (select min(shipment_number) from shipments)`,
    'an empty shipment': `delete from shipment_lines where shipment_number = (select min(shipment_number) from shipments)`,
  },
  'the figures of days are those of the orders': {
    "a day's units wrong": `select rebuild_figures();
      update day_sums set units = units + 1`,
    'a lost total of cancelled orders': `select rebuild_figures();
      update day_sums set reversed_amount = reversed_amount + 1 where seller_id is null`,
    "a day's total lost": `select rebuild_figures();
      delete from day_sums where seller_id is null`,
  },
  'the figures of products are those of the orders': {
    "a seller's cancelled unit that is not counted": `alter table orders disable trigger orders_figures;
      update orders set order_state = 'cancelled'`,
  },
  'files with a row are not marked for removal': {
    'a picture marked for removal': `insert into storage_discards select blob, now() from storage_objects limit 1`,
  },
  'values in order_lines are legal': {
    'a quantity of 1,000': `alter table order_lines drop constraint order_lines_quantity_check;
      update order_lines set quantity = 1000 where order_number = 7;
      alter table order_lines add constraint order_lines_quantity_check check (quantity between 1 and 999) not valid`,
  },
  'values in products are legal': {
    'a price of NaN': `alter table products drop constraint products_product_price_check;
      update products set product_price = 'NaN' where product_number = 3;
      alter table products add check (product_price >= 0 and product_price <= 9999999.99) not valid`,
  },
  'order_number of order_lines is in orders': {
    'a line of a missing order': `alter table order_lines drop constraint order_lines_order_number_fkey;
      delete from shipments where order_number = 7;
      update order_lines set order_number = 99999 where order_number = 7;
      alter table order_lines add foreign key (order_number) references orders not valid`,
  },
  'constraints, indexes and triggers are in force': {
    'a disabled trigger': `alter table orders disable trigger orders_figures`,
  },
  'the messages of a conversation are numbered from 1': {
    'a conversation that counts more messages than it has': `${conversation};
      update conversations set messages = 2`,
  },
  'a conversation is between the buyer of an order and one of its sellers': {
    'a conversation without its seller': `${conversation};
      delete from conversation_sides where side = 'seller'`,
  },
  'unread messages are those after the last that was read': {
    'a message that counts as read and is not': `${conversation};
      update conversation_sides set unread = 0`,
  },
  'lists know the newest message of each conversation': {
    'a list that misses the newest message': `${conversation};
      update conversation_sides set last_message = last_message - 1 where side = 'buyer'`,
  },
}

test.each(corruptionsOf(spoiled))('%s is found', (_, statements, rule) => expectBroken(market.db, statements, rule))

test('after a picture is removed no product shows it: every rule holds', async () => {
  const removed = await market.app.inject({
    method: 'DELETE',
    url: '/storage/v1/object/products/PRD00003/featured_image',
    headers: { authorization: `Bearer ${await serviceKey(market)}` },
  })
  expect(removed.statusCode).toBe(200)
  expect(await checkRows(market.db)).toMatchObject({ findings: [], remarks: [] })
  expect(await checkInvariants({ db: market.db, blobs: stored() })).toEqual([])
})

test('a shown picture that is not stored is a remark, and breaks no rule', async () => {
  await setRows(
    market,
    'products',
    { featured_image: '/storage/v1/object/public/products/PRD00004/no-longer-there' },
    { product_id: 'PRD00004' },
  )
  expect(await checkRows(market.db)).toMatchObject({
    findings: [],
    remarks: [
      {
        rule: 'pictures that products show are stored',
        count: 1,
        examples: [expect.stringMatching(/^PRD00004 shows /)],
      },
    ],
  })
  expect(await checkInvariants({ db: market.db, blobs: stored() })).toEqual([])
})

test('lost, truncated and unknown files are found', async () => {
  const root = join(market.config.dataDir, 'files')
  const [lost, short] = await market.db.selectFrom('storage_objects').select('blob').limit(2).execute()
  await rm(join(root, lost?.blob ?? ''))
  await writeFile(join(root, short?.blob ?? ''), 'x')
  await mkdir(join(root, 'blobs'), { recursive: true })
  await writeFile(join(root, 'blobs', 'unknown'), 'x')
  expect((await checkFiles(market.db, stored())).findings).toEqual([
    { rule: 'every object has its file', count: 1, examples: [lost?.blob] },
    { rule: 'files are as long as their rows say', count: 1, examples: [short?.blob] },
    { rule: 'every file has a row', count: 1, examples: ['blobs/unknown'] },
  ])
})
