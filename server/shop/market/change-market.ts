import { inTransaction } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import { SHOP_NAME } from '../../../shared/app/name.ts'
import { NETWORKS } from '../../../shared/market/constants.ts'
import type { ChosenColor } from '../../../shared/market/contrast.ts'
import { marketErrors } from '../../../shared/market/errors.ts'
import type { MarketForm, MarketSettings, SaveMarket, SocialLinks } from '../../../shared/market/schema.ts'
import { type Acting, recordSettings } from '../../people/audit/queries.ts'
import { errorsOf } from '../../platform/http/errors.ts'
import { isPriced, type RegionDeps, regionOf } from './change-region.ts'
import { colorsFrom } from './colors.ts'
import { marketChanged } from './market.ts'
import { lockMarketRow, type MarketRow, readMarketRow } from './queries.ts'

const marketError = errorsOf(marketErrors)

/** Returns the settings as an admin edits them. */
export async function readSettings(
  { config, priced }: Pick<RegionDeps, 'config' | 'priced'>,
  db: Db | Tx,
): Promise<MarketSettings> {
  const row = await readMarketRow(db)
  const { revision, logo, icon, brand_color, accent_color } = row
  return {
    revision,
    ...formOf(row),
    region: {
      ...regionOf(row),
      currency_in_use: await isPriced(priced, db),
      time_zone_set: config.timeZone !== undefined,
    },
    logo,
    icon,
    used: {
      brand_color: await usedFor('brand', brand_color),
      accent_color: await usedFor('accent', accent_color),
    },
  }
}

/** Changes the settings for an admin and returns them; pages show them at once. Throws AppError 409 if they changed since. */
export function changeMarket(deps: RegionDeps, by: Acting, { revision, ...form }: SaveMarket): Promise<MarketSettings> {
  return inTransaction(deps.db, async (tx) => {
    const row = await lockMarketRow(tx)
    if (row.revision !== revision) throw marketError('newer_revision')
    const { social_links, ...columns } = columnsOf(form)
    await marketChanged(tx, { revision: revision + 1, ...columns, social_links: JSON.stringify(social_links) })
    // An address that was never saved differs from an empty one: the footer shows its network.
    const { facebook, twitter, github, linkedin }: SocialLinks = row.social_links
    const before = { ...formOf(row), facebook, twitter, github, linkedin }
    await recordSettings(tx, by, 'change_market', { target: 'market', before, after: form })
    return readSettings(deps, tx)
  })
}

/** Returns a form as it is stored. */
export function columnsOf(form: MarketForm) {
  return {
    market_name: form.name === SHOP_NAME ? null : form.name,
    about_text: form.about || null,
    contact_lines: form.contact ? form.contact.split('\n') : null,
    social_links: Object.fromEntries(NETWORKS.map((network) => [network, form[network]])),
    products_link: form.products_link,
    brand_color: form.brand_color || null,
    accent_color: form.accent_color || null,
  }
}

function formOf({ products_link, social_links, ...row }: MarketRow): MarketForm {
  const { facebook = '', twitter = '', github = '', linkedin = '' }: SocialLinks = social_links
  return {
    name: row.market_name ?? SHOP_NAME,
    about: row.about_text ?? '',
    contact: row.contact_lines?.join('\n') ?? '',
    facebook,
    twitter,
    github,
    linkedin,
    products_link,
    brand_color: row.brand_color ?? '',
    accent_color: row.accent_color ?? '',
  }
}

async function usedFor(name: ChosenColor, chosen: string | null) {
  const [light, dark] = (chosen && (await colorsFrom(name, chosen))[name]) || []
  return light && dark ? { light, dark } : undefined
}
