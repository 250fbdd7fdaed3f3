import { inLanguage } from '../../../db/request-context.ts'
import type { Tx } from '../../../db/tables.ts'
import { LANGUAGE_CODES } from '../../../shared/kernel/languages.ts'
import { toScriptJson } from '../../../shared/kernel/script-json.ts'
import { shownMarket } from '../../../shared/market/footer.ts'
import type { PageLink } from '../../../shared/site-pages/page-link.ts'
import { roomErrors } from '../../../shared/site-pages/room-errors.ts'
import { errorsOf } from '../../platform/http/errors.ts'
import { readCategories } from '../catalog/categories/queries.ts'
import { marketOf } from './market.ts'
import { lockMarketRow } from './queries.ts'

/** A page carries at most 8,000 bytes; the addresses of pictures, country and delivery, which are not counted, take less than 300. */
const MAX_TEXT_BYTES = 7_700

/**
 * Throws AppError 409 when the names of categories and the texts of the footer have more bytes than every page can carry. Blocks
 * other changes of them until the transaction ends.
 */
export async function requireRoom(tx: Tx, listPages: (tx: Tx) => Promise<PageLink[]>): Promise<void> {
  const own = await marketOf({ ...(await lockMarketRow(tx)), logo: '', icon: '', country: null })
  const { all } = await readCategories(tx)
  const market = { ...own, pages: await listPages(tx), categories: [...all], banners: [] }
  const bytes = () => Buffer.byteLength(toScriptJson(shownMarket(market)))
  // The standard texts are longer in some languages.
  if (LANGUAGE_CODES.some((language) => inLanguage(language, bytes) > MAX_TEXT_BYTES))
    throw errorsOf(roomErrors)('texts_too_long')
}
