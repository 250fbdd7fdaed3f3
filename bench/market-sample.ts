import { sql } from 'kysely'
import { type Connection, connectDatabase } from '../db/connect.ts'
import { demoAccounts } from '../demo/accounts.ts'
import { categoryPath } from '../shared/catalog/categories.ts'
import { CATEGORY_PAGE_SIZE } from '../shared/catalog/constants.ts'
import { CATEGORY_NAMES, type CategorySlug } from '../shared/catalog/standard-categories.ts'

/** Makes the shuffled order the same in every run. */
const SEED = 20_261

export interface Sample {
  /** Products without tracked stock, which never sell out. */
  productIds: string[]
  /** Words of product names, three letters and longer. */
  words: string[]
  /** Prefixes and suffixes of `words`, three letters and longer. */
  texts: string[]
  /** Every page of every category. */
  categoryPages: { slug: string; page: number }[]
  buyers: { id: string; email: string }[]
}

/** Returns shuffled products, words and pages to request, and `buyers` buyers who can sign in with the demo password. */
export async function sampleMarket(connection: Connection, buyers: number): Promise<Sample> {
  const db = connectDatabase(connection, { max: 1 })
  try {
    const { rows: products } = await sql<{ product_id: string; product_name: string }>`
      select product_id, product_name from products
      where visibility = 'visible' and product_number not in (select product_number from stock)
      order by product_number`.execute(db)
    const { rows: sizes } = await sql<{ category: string; products: number }>`
      select category, count(*)::bigint as products from product_search, unnest(categories) category group by 1`.execute(
      db,
    )
    const shuffled = shuffle(products)
    const words = distinctWords(shuffled.slice(0, 4_000).map(({ product_name }) => product_name))
    return {
      productIds: shuffled.map(({ product_id }) => product_id),
      words,
      texts: shuffle([...new Set(words.flatMap(partsOf))]),
      categoryPages: shuffle(sizes.flatMap(({ category, products }) => pagesOf(category, products))),
      buyers: await openBuyers(db, buyers),
    }
  } finally {
    await db.destroy()
  }
}

function pagesOf(category: string, products: number): { slug: string; page: number }[] {
  const slug = categoryPath(CATEGORY_NAMES[category as CategorySlug]).slice('/category/'.length)
  return Array.from({ length: Math.ceil(products / CATEGORY_PAGE_SIZE) }, (_, index) => ({ slug, page: index + 1 }))
}

function distinctWords(names: string[]): string[] {
  const words = names.flatMap((name) => name.toLowerCase().split(/[^a-z]+/))
  return [...new Set(words)].filter((word) => word.length > 2)
}

function partsOf(word: string): string[] {
  const lengths = Array.from({ length: word.length - 2 }, (_, index) => index + 3)
  return lengths.flatMap((length) => [word.slice(0, length), word.slice(-length)])
}

/** Sets the demo password of buyers and empties their carts. */
async function openBuyers(db: ReturnType<typeof connectDatabase>, count: number): Promise<Sample['buyers']> {
  const admin = demoAccounts.find(({ role }) => role === 'admin')?.email
  const { rows } = await sql<{ id: string; email: string }>`
    update users set password_hash = (select password_hash from users where email = ${admin})
    where id in (select id from users where role = 'buyer' and email is not null order by id limit ${count})
    returning id, email`.execute(db)
  await sql`delete from cart_lines where user_id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(db)
  if (rows.length < count) throw new Error(`the marketplace has only ${rows.length} buyers`)
  return rows
}

/** Fisher–Yates shuffle with a linear congruential generator. */
function shuffle<T>(values: readonly T[]): T[] {
  const shuffled = [...values]
  let state = SEED
  for (let last = shuffled.length - 1; last > 0; last--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const other = state % (last + 1)
    const [a, b] = [shuffled[last], shuffled[other]]
    if (a !== undefined && b !== undefined) [shuffled[last], shuffled[other]] = [b, a]
  }
  return shuffled
}
