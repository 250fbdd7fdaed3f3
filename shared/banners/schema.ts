import { z } from 'zod'
import { revision, revisionSchema } from '../kernel/revision.ts'
import { nameText, queryInteger, singleLineText } from '../kernel/text.ts'
import { isVisible } from '../kernel/visible.ts'
import {
  BUILT_IN_BANNERS,
  MAX_BANNER_ACTION,
  MAX_BANNER_PATH,
  MAX_BANNER_TEXT,
  MAX_BANNER_TITLE,
  MAX_BANNERS,
} from './constants.ts'
import { bannerMessages } from './messages.ts'

const shortText = (maxLength: number) => nameText(maxLength).transform((text) => text.trim())

/** Returns whether a text is a path of this site, with or without a query: no browser takes it to another one. */
export function isPathOfSite(text: string): boolean {
  return /^\/(?![/\\])\S*$/.test(text) && URL.parse(text, 'https://site.example')?.origin === 'https://site.example'
}

/** Digits, as forms have them, or a number. */
const percent = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^\d{1,3}$/)
        .transform(Number),
    ],
    { error: () => bannerMessages.focusMalformed },
  )
  .refine((value) => Number.isInteger(value) && value >= 0 && value <= 100, {
    error: () => bannerMessages.focusMalformed,
  })

/** A minute in the marketplace's time zone, like `2026-12-01T08:00`; empty for none. */
const minute = z
  .union([z.literal(''), z.iso.datetime({ local: true, precision: -1 })], { error: () => bannerMessages.timeMalformed })
  // PostgreSQL has no year 0.
  .refine((text) => text === '' || /^2\d{3}-.*\d$/.test(text), { error: () => bannerMessages.timeMalformed })

export const bannerFields = z.object({
  title: shortText(MAX_BANNER_TITLE).refine(isVisible, { error: () => bannerMessages.titleNeeded }),
  text: shortText(MAX_BANNER_TEXT),
  action: shortText(MAX_BANNER_ACTION).refine(isVisible, { error: () => bannerMessages.actionNeeded }),
  path: singleLineText(MAX_BANNER_PATH)
    .transform((text) => text.trim())
    .refine(isPathOfSite, { error: () => bannerMessages.pathMalformed }),
  focus_x: percent,
  focus_y: percent,
  shown_from: minute,
  shown_to: minute,
})
export type BannerForm = z.output<typeof bannerFields>

const inOrder = ({ shown_from, shown_to }: BannerForm) => !shown_from || !shown_to || shown_from < shown_to
const ENDS_BEFORE_START = { path: ['shown_to'], error: () => bannerMessages.endsBeforeStart }

export const bannerFormSchema = bannerFields.refine(inOrder, ENDS_BEFORE_START)
export const saveBannerSchema = bannerFields.extend(revisionSchema.shape).refine(inOrder, ENDS_BEFORE_START)
export type SaveBanner = z.output<typeof saveBannerSchema>

export const bannerNumber = z.int().min(1)
export const bannerParamsSchema = z.object({ banner_number: queryInteger(999_999_999) })

/** A banner as admins edit it; a change sends the revision on which it is based. */
export const adminBannerSchema = z.object({
  banner_number: z.number().int(),
  revision,
  built_in: z.enum(BUILT_IN_BANNERS).nullable(),
  title: z.string(),
  text: z.string(),
  action: z.string(),
  path: z.string(),
  /** The address; empty for that of the built-in banner, or for none. */
  picture: z.string(),
  focus_x: z.number(),
  focus_y: z.number(),
  shown_from: z.string(),
  shown_to: z.string(),
  state: z.enum(['running', 'planned', 'ended', 'no_picture']),
})
export type AdminBanner = z.infer<typeof adminBannerSchema>

export const adminBannersSchema = z.object({ banners: z.array(adminBannerSchema) })
export type AdminBanners = z.infer<typeof adminBannersSchema>

const bannerNumbers = z.array(z.number().int()).max(MAX_BANNERS)
/** `from` is the order that the change is based on. */
export const orderBannersSchema = z.object({ banner_numbers: bannerNumbers, from: bannerNumbers.optional() })
export type OrderBanners = z.infer<typeof orderBannersSchema>
