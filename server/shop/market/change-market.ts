import { inTransaction } from '../../../db/connect.ts'
import type { Db } from '../../../db/tables.ts'
import { SHOP_NAME } from '../../../shared/app/name.ts'
import { NETWORKS } from '../../../shared/market/constants.ts'
import type { ChosenColor } from '../../../shared/market/contrast.ts'
import { marketErrors } from '../../../shared/market/errors.ts'
import type { MarketForm, MarketSettings, SaveMarket, SocialLinks } from '../../../shared/market/schema.ts'
import { type Acting, recordSettings } from '../../people/audit/queries.ts'
import { errorsOf } from '../../platform/http/errors.ts'
import { colorsFrom } from './colors.ts'
import { marketChanged } from './market.ts'
import { lockMarketRow, type MarketRow, readMarketRow } from './queries.ts'

const marketError = errorsOf(marketErrors)

/** Returns the settings as an admin edits them. */
export async function readSettings(db: Db): Promise<MarketSettings> {
  return withUsedColors(settingsOf(await readMarketRow(db)))
}

/** Changes the settings for an admin and returns them; pages show them at once. Throws AppError 409 if they changed since. */
export async function changeMarket(db: Db, by: Acting, { revision, ...form }: SaveMarket): Promise<MarketSettings> {
  const pictures = await inTransaction(db, async (tx) => {
    const { revision: present, logo, icon, ...before } = settingsOf(await lockMarketRow(tx))
    if (present !== revision) throw marketError('newer_revision')
    const { social_links, ...columns } = columnsOf(form)
    await marketChanged(tx, { revision: revision + 1, ...columns, social_links: JSON.stringify(social_links) })
    await recordSettings(tx, by, 'change_market', { target: 'market', before, after: form })
    return { logo, icon }
  })
  return withUsedColors({ revision: revision + 1, ...form, ...pictures })
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

type StoredSettings = Omit<MarketSettings, 'used'>

function settingsOf({ revision, products_link, social_links, ...row }: MarketRow): StoredSettings {
  const { facebook = '', twitter = '', github = '', linkedin = '' }: SocialLinks = social_links
  return {
    revision,
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
    logo: row.logo,
    icon: row.icon,
  }
}

async function withUsedColors(settings: StoredSettings): Promise<MarketSettings> {
  const usedFor = async (name: ChosenColor, chosen: string) => {
    const [light, dark] = (chosen && (await colorsFrom(name, chosen))[name]) || []
    return light && dark ? { light, dark } : undefined
  }
  const { brand_color, accent_color } = settings
  return {
    ...settings,
    used: {
      brand_color: await usedFor('brand', brand_color),
      accent_color: await usedFor('accent', accent_color),
    },
  }
}
