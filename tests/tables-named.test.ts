import { expect, test } from 'vitest'
import { tablesNamedIn } from './support/tables-named.ts'

test.each([
  ['sql`select a from orders where b`', ['orders']],
  ['sql`select a from orders o, users, other where b`', ['orders', 'users']],
  ['sql`\n  update orders set a = 1`', ['orders']],
  ['sql`delete from orders using users u where a`', ['orders', 'users']],
  ['sql`insert into orders (a) select b from x left join users using (id)`', ['orders', 'users']],
  ["db\n  .selectFrom('orders as o')\n  .innerJoin('users', 'users.id', 'o.id')", ['orders', 'users']],
  ["db.selectFrom(['orders', 'users'])", ['orders', 'users']],
  ["tx.deleteFrom('orders').using('users')", ['orders', 'users']],
  ["sql.table('orders')", ['orders']],
  ["db.selectFrom('orders.other')", ['orders']],
  ['sql`select from users.other`', ['users']],
  ['// taken from orders\n/** what comes\n from users */\nsql`select 1 -- from orders\n`', []],
  ["import { a } from './orders.ts'\nconst b = orders.map((order) => order.from)", []],
])('the tables of %j are found', (source, expected) => {
  expect([...tablesNamedIn(source, new Set(['orders', 'users']))].toSorted()).toEqual(expected)
})
