import { z } from 'zod'
import { bannerSchema } from '../banners/banner.ts'
import type { Category } from '../catalog/categories.ts'
import type { MarketFacts } from '../kernel/market-facts.ts'
import { nameMessages } from '../kernel/name-messages.ts'
import { COUNTRIES, CURRENCIES, ENGLISH_LOCALES, isTimeZone } from '../kernel/regions.ts'
import { revision, revisionSchema } from '../kernel/revision.ts'
import { isPlainName, multiLineText, nameText, singleLineText } from '../kernel/text.ts'
import { isVisible } from '../kernel/visible.ts'
import { pageLinkSchema } from '../site-pages/page-link.ts'
import {
  MAX_CONTACT_LINE,
  MAX_CONTACT_LINES,
  MAX_MARKET_ABOUT,
  MAX_MARKET_NAME,
  MAX_SOCIAL_LINK,
  NETWORKS,
  type Network,
  OPENING_STEPS,
} from './constants.ts'
import { marketMessages } from './messages.ts'

/** Addresses by network: an empty one hides the network, without one it leads nowhere. */
export type SocialLinks = Partial<Record<Network, string>>

/** The public facts about the marketplace. Absent texts are the standard ones, in the language of the page. */
export const marketSchema = z.object({
  /** Raised by each change. */
  revision: z.number().int(),
  name: z.string(),
  currency: z.enum(CURRENCIES),
  /** The form of numbers and times in English texts. */
  locale: z.enum(ENGLISH_LOCALES),
  /** An IANA time zone. */
  time_zone: z.string(),
  /** ISO 3166 code of the country of most addresses. */
  country: z.string().optional(),
  about: z.string().optional(),
  contact: z.array(z.string()).optional(),
  social: z.partialRecord(z.enum(NETWORKS), z.string()),
  /** Where the footer's link to products leads: an address without a page, or all products. */
  products_link: z.enum(['none', 'all']),
  /** The wide picture in place of icon and name, with its width at a height of 32 pixels. */
  logo: z.object({ address: z.string(), width: z.number() }).optional(),
  /** The address of the square picture; absent for the product's own. */
  icon: z.string().optional(),
  /** The chosen colors as a style sheet; absent for the standard ones. */
  style: z.string().optional(),
  /** The published pages of the marketplace in order; absent without any. */
  pages: z.array(pageLinkSchema).optional(),
  /** All categories in order, including hidden ones, whose pages work. */
  categories: z.array(
    z.object({
      slug: z.string(),
      name: z.string(),
      /** The address of its own picture. */
      picture: z.string().optional(),
      is_hidden: z.literal(true).optional(),
    }),
  ),
  /** Present once any seller has a method of delivery. */
  delivery: z.literal(true).optional(),
  /** The banners that run, in order. */
  banners: z.array(bannerSchema),
})
export type Market = z.infer<typeof marketSchema>

/** The content of the footer. */
export interface Footer {
  about: string
  /** Paths and texts. */
  links: readonly (readonly [path: string, text: string])[]
  contact: readonly string[]
  /** Names and addresses; an empty address leads nowhere. */
  social: readonly (readonly [name: string, address: string])[]
}

/** The facts about the marketplace in every page. */
export interface ShownMarket extends MarketFacts, Pick<Market, 'country' | 'delivery' | 'logo' | 'icon'> {
  footer: Footer
  /** Without pictures, and with an empty slug where no look or text of the product belongs to it. */
  categories: Category[]
  /** The published pages that orders are placed under; absent without any. */
  agreed?: Partial<Record<'terms' | 'privacy', true>>
}

const linkField = singleLineText(MAX_SOCIAL_LINK)
  .transform((text) => text.trim())
  .refine((text) => text === '' || isPublicAddress(text), { error: () => marketMessages.linkMalformed })

function isPublicAddress(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'https:' && url.hostname.includes('.') && !url.username && !url.password && !/\s/.test(text)
}

const colorField = z
  .string()
  .transform((text) => text.trim().toLowerCase())
  .refine((text) => text === '' || /^#[0-9a-f]{6}$/.test(text), { error: () => marketMessages.colorMalformed })

function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return [...new Set(lines)].filter(isVisible)
}

/** The form of the marketplace's settings. Empty texts stand for the standard ones. */
export const marketFormSchema = z.object({
  name: nameText(MAX_MARKET_NAME)
    .transform((text) => text.trim())
    .refine(isVisible, { error: () => marketMessages.nameNeeded }),
  about: multiLineText(MAX_MARKET_ABOUT)
    .refine(isPlainName, { error: () => nameMessages.notPlain })
    .transform((text) => (isVisible(text) ? text.replace(/\s+/g, ' ').trim() : '')),
  /** One line each. */
  contact: multiLineText(MAX_CONTACT_LINES * (MAX_CONTACT_LINE + 1))
    .transform(linesOf)
    .refine((lines) => lines.length <= MAX_CONTACT_LINES && lines.every((line) => line.length <= MAX_CONTACT_LINE), {
      error: () => marketMessages.contactTooLong(),
    })
    .refine((lines) => lines.every(isPlainName), { error: () => nameMessages.notPlain })
    .transform((lines) => lines.join('\n')),
  facebook: linkField,
  twitter: linkField,
  github: linkField,
  linkedin: linkField,
  products_link: marketSchema.shape.products_link,
  brand_color: colorField,
  accent_color: colorField,
})
export type MarketForm = z.output<typeof marketFormSchema>

/** The form of what follows from the marketplace's place; an empty country is not chosen. */
export const regionFormSchema = z.object({
  currency: marketSchema.shape.currency,
  locale: marketSchema.shape.locale,
  country: z.string().refine((code) => code === '' || COUNTRIES.includes(code)),
  time_zone: z.string().max(100).refine(isTimeZone),
})
export type RegionForm = z.output<typeof regionFormSchema>

const usedColor = z.object({ light: z.string(), dark: z.string() }).optional()

/** The settings as an admin edits them; a change sends the revision on which it is based. */
export const marketSettingsSchema = z.object({
  revision,
  name: z.string(),
  about: z.string(),
  contact: z.string(),
  facebook: z.string(),
  twitter: z.string(),
  github: z.string(),
  linkedin: z.string(),
  products_link: marketSchema.shape.products_link,
  brand_color: z.string(),
  accent_color: z.string(),
  region: regionFormSchema.extend({
    /** True when there are products, delivery methods, orders or payments: the currency stays. */
    currency_in_use: z.boolean(),
    /** True when the operator has set it: it stays. */
    time_zone_set: z.boolean(),
  }),
  /** Addresses; empty for the product's own. */
  logo: z.string(),
  icon: z.string(),
  /** For each chosen color, the one that each theme uses in its place. */
  used: z.object({ brand_color: usedColor, accent_color: usedColor }),
})
export type MarketSettings = z.infer<typeof marketSettingsSchema>

export const saveRegionSchema = regionFormSchema.extend(revisionSchema.shape)
export type SaveRegion = z.output<typeof saveRegionSchema>

export const saveMarketSchema = marketFormSchema.extend(revisionSchema.shape)
export type SaveMarket = z.output<typeof saveMarketSchema>

/** The steps before a marketplace opens, and which of them are done. */
export const openingSchema = z.object({
  done: z.record(z.enum(OPENING_STEPS), z.boolean()),
  /** False when an admin has dismissed it, for a demo, and when all is done. */
  is_shown: z.boolean(),
})
export type Opening = z.infer<typeof openingSchema>
