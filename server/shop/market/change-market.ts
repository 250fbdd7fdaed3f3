import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/tables.ts'
import { SHOP_NAME } from '../../../shared/app/name.ts'
import { NETWORKS } from '../../../shared/market/constants.ts'
import { marketErrors } from '../../../shared/market/errors.ts'
import type { MarketSettings, SaveMarket, SocialLinks } from '../../../shared/market/schema.ts'
import { type Acting, recordSettings } from '../../people/audit/queries.ts'
import { errorsOf } from '../../platform/http/errors.ts'
import { marketChanged } from './market.ts'
import { lockMarketRow, type MarketRow, readMarketRow } from './queries.ts'

const marketError = errorsOf(marketErrors)

/** Returns the settings as an admin edits them. */
export async function readSettings(db: Db): Promise<MarketSettings> {
  return settingsOf(await readMarketRow(db))
}

/** Changes the settings for an admin and returns them; pages show them at once. Throws AppError 409 if they changed since. */
export function changeMarket(db: Db, by: Acting, { revision, ...form }: SaveMarket): Promise<MarketSettings> {
  return inTransaction(db, async (tx) => {
    const { revision: present, ...before } = settingsOf(await lockMarketRow(tx))
    if (present !== revision) throw marketError('newer_revision')
    const { name, about, contact, products_link } = form
    await marketChanged(tx, {
      market_name: name === SHOP_NAME ? null : name,
      about_text: about || null,
      contact_lines: contact ? contact.split('\n') : null,
      social_links: JSON.stringify(Object.fromEntries(NETWORKS.map((network) => [network, form[network]]))),
      products_link,
    })
    await recordSettings(tx, by, 'change_market', { target: 'market', before, after: form })
    return { revision: revision + 1, ...form }
  })
}

function settingsOf({ revision, market_name, about_text, contact_lines, social_links, products_link }: MarketRow) {
  const { facebook = '', twitter = '', github = '', linkedin = '' }: SocialLinks = social_links
  return {
    revision,
    name: market_name ?? SHOP_NAME,
    about: about_text ?? '',
    contact: contact_lines?.join('\n') ?? '',
    facebook,
    twitter,
    github,
    linkedin,
    products_link,
  }
}
