import type { Db } from '../../../../db/tables.ts'
import { MAX_SUGGESTED_CATEGORIES, MAX_SUGGESTIONS } from '../../../../shared/catalog/constants.ts'
import type { Suggestions } from '../../../../shared/catalog/search-schema.ts'
import { postgresSearch as engine } from '../../search/engine.ts'
import { listByNumbers } from '../products/queries.ts'
import { findSellersNamed } from '../products/seller-page-queries.ts'
import type { Totals } from '../products/totals.ts'

/** Returns suggestions for a text: sellers of that name, completed texts, categories, and best-selling products. */
export async function suggestProducts(db: Db, text: string, totals: Totals): Promise<Suggestions> {
  const [{ texts, numbers }, categories, sellers] = await Promise.all([
    engine.suggest(db, text, MAX_SUGGESTIONS),
    suggestCategories(db, text, totals),
    findSellersNamed(db, text),
  ])
  const room = MAX_SUGGESTIONS - texts.length - categories.length - sellers.length
  const cards = await listByNumbers(db, numbers.slice(0, room))
  const products = cards.map(({ product_id, product_name, product_price, featured_image }) => {
    return { product_id, product_name, product_price, featured_image }
  })
  return { ...(sellers.length && { sellers }), texts, categories, products }
}

async function suggestCategories(db: Db, text: string, totals: Totals): Promise<string[]> {
  const wanted = text.toLowerCase()
  const all = await totals.byCategory(db)
  return all
    .filter(({ category }) => category.toLowerCase().includes(wanted))
    .sort((a, b) => b.count - a.count || (a.category < b.category ? -1 : 1))
    .slice(0, MAX_SUGGESTED_CATEGORIES)
    .map(({ category }) => category)
}
