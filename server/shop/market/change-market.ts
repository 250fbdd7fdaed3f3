import type { Readable } from 'node:stream'
import type { AnyRow } from '../../../db/any-row.ts'
import { inTransaction } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import { SHOP_NAME } from '../../../shared/app/name.ts'
import { type MarketPicture, NETWORKS } from '../../../shared/market/constants.ts'
import type { ChosenColor } from '../../../shared/market/contrast.ts'
import { marketErrors } from '../../../shared/market/errors.ts'
import type {
  MarketForm,
  MarketSettings,
  RegionForm,
  SaveMarket,
  SaveRegion,
  SocialLinks,
} from '../../../shared/market/schema.ts'
import { type Acting, recordSettings } from '../../people/audit/queries.ts'
import type { Config } from '../../platform/config/config.ts'
import { errorsOf } from '../../platform/http/errors.ts'
import { type Caller, requireRight } from '../../platform/http/guards.ts'
import type { StagedBlob, Storage } from '../../programs/storage/storage.ts'
import { setMarketPicture, unusedIfShown, withMarketPicture } from '../../programs/storage/store-picture.ts'
import type { RoomCheck } from '../catalog/categories/edit-categories.ts'
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
    await deps.requireRoom(tx)
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

export interface RegionDeps extends RoomCheck {
  db: Db
  config: Pick<Config, 'timeZone'>
  /** Everything that has amounts. */
  priced: readonly AnyRow[]
  /** Returns false for a time zone that the database does not know. */
  setTimeZone: (tx: Tx, timeZone: string) => Promise<boolean>
}

/** Returns whether anything has an amount. */
async function isPriced(priced: RegionDeps['priced'], db: Db | Tx): Promise<boolean> {
  for (const rows of priced) if (await rows.exists(db)) return true
  return false
}

/** Returns what follows from the marketplace's place, as it is edited. */
function regionOf({ currency, locale, country, time_zone }: MarketRow): RegionForm {
  return { currency, locale, country: country ?? '', time_zone } as RegionForm
}

/**
 * Changes what follows from the marketplace's place; pages show it at once. Throws AppError 403 for a currency by an admin
 * who is not an owner, 409 for one after the first amount, and for a time zone that the operator has set.
 */
export function changeRegion<Shown>(
  { db, config, priced, setTimeZone }: RegionDeps,
  by: Acting & Pick<Caller, 'rights'>,
  { revision, ...form }: SaveRegion,
  /** Reads the response, while the transaction has its connection. */
  show: (tx: Tx) => Promise<Shown>,
): Promise<Shown> {
  return inTransaction(db, async (tx) => {
    if (form.currency !== (await readMarketRow(tx)).currency) {
      requireRight(by, 'owner')
      // Before the settings are locked, as others may read them while they write a product.
      for (const rows of priced) if (await rows.existsOrLock(tx)) throw marketError('currency_in_use')
    }
    const row = await lockMarketRow(tx)
    if (row.revision !== revision) throw marketError('newer_revision')
    if (form.time_zone !== row.time_zone) {
      if (config.timeZone) throw marketError('time_zone_set')
      if (!(await setTimeZone(tx, form.time_zone))) throw marketError('time_zone_unknown')
    }
    const { currency, locale, country } = form
    await marketChanged(tx, { revision: revision + 1, currency, locale, country: country || null })
    await recordSettings(tx, by, 'change_market', { target: 'market', before: { ...regionOf(row) }, after: form })
    return show(tx)
  })
}

interface Deps {
  db: Db
  storage: Storage
}

interface ChangedPicture {
  picture: MarketPicture
  /** The address that the change is based on. */
  from: string
}

/** Replaces a picture of the marketplace for an admin; pages show it at once. Throws AppError 400, 409, 413 or 415. */
export function changePicture(deps: Deps, by: Acting, changed: ChangedPicture, source: Readable): Promise<void> {
  return withMarketPicture(deps.storage, { source, kind: changed.picture }, (staged) => set(deps, by, changed, staged))
}

/** Removes a picture of the marketplace for an admin; pages show the product's own. Throws AppError 409. */
export function removePicture(deps: Deps, by: Acting, changed: ChangedPicture): Promise<void> {
  return set(deps, by, changed, undefined)
}

async function set(
  { db, storage }: Deps,
  by: Acting,
  { picture, from }: ChangedPicture,
  staged: StagedBlob | undefined,
): Promise<void> {
  const discarded = await inTransaction(db, async (tx) => {
    const before = (await lockMarketRow(tx))[picture]
    const unused = unusedIfShown(before, staged)
    if (unused) return unused
    if (before !== from) throw marketError('newer_revision')
    const { address, discarded } = await setMarketPicture(tx, picture, staged)
    await marketChanged(tx, { [picture]: address })
    await recordSettings(tx, by, 'change_market', {
      target: 'market',
      before: { [picture]: before },
      after: { [picture]: address },
    })
    return discarded
  })
  await storage.discard(discarded)
}
