import { sql } from 'kysely'
import type { MethodForm } from '../../shared/delivery/schema.ts'
import type { TestAccount } from './accounts.ts'
import type { TestApp } from './test-app.ts'

export const METHOD: MethodForm = {
  name: 'Parcel',
  kind: 'parcel',
  destinations: [],
  price_by: 'order',
  price: 4.9,
  more_price: 0,
  weight_steps: [],
  free_from: null,
  days_from: 1,
  days_to: 3,
  pickup_address: '',
  active: true,
}

/** Adds a method to those of a seller; returns its id. */
export async function addMethod(
  { db }: Pick<TestApp, 'db'>,
  { user_id }: Pick<TestAccount, 'user_id'>,
  facts: Partial<MethodForm> = {},
): Promise<string> {
  const { weight_steps, ...method } = { ...METHOD, ...facts }
  const steps = weight_steps.map(({ up_to, price }) => ({ up_to, price: Math.round(price * 100) }))
  const place = sql<number>`(select count(*) from delivery_methods where seller_id = ${user_id})`
  const { method_id } = await db
    .insertInto('delivery_methods')
    .values({ ...method, seller_id: user_id, place, weight_steps: JSON.stringify(steps) })
    .returning('method_id')
    .executeTakeFirstOrThrow()
  return method_id
}
