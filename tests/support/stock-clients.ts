import { createClient as createOlder } from 'supabase-js-2.39'
import { createClient as createNewer, type SupabaseClient } from 'supabase-js-2.119'
import type { TestAccount } from './accounts.ts'
import type { TestApp } from './test-app.ts'

/** The supported versions of the stock client. */
export const STOCK_CLIENTS = ['2.119', '2.39'] as const
export type StockClient = (typeof STOCK_CLIENTS)[number]

/** Returns a stock client as programs create it: from an address and the public key; signed in with a password. */
export async function openStockClient(
  version: StockClient,
  { origin, market, as }: { origin: string; market: Pick<TestApp, 'deps'>; as?: TestAccount },
): Promise<SupabaseClient> {
  const options = { auth: { persistSession: false, autoRefreshToken: false } }
  const { apiKey } = market.deps.secrets
  // Tests use only what both versions have in common.
  const client =
    version === '2.119'
      ? createNewer(origin, apiKey, options)
      : (createOlder(origin, apiKey, options) as unknown as SupabaseClient)
  if (!as) return client
  const { error } = await client.auth.signInWithPassword({ email: as.email, password: as.password })
  if (error) throw error
  return client
}
