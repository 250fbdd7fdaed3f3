import { z } from 'zod'
import { ALL_CATEGORIES_SLUG, categoryPath } from '../catalog/categories.ts'
import { BUILT_IN_BANNERS, type BuiltInBanner } from './constants.ts'

/** A banner that runs. Absent texts are the standard ones, in the language of the page. */
export const bannerSchema = z.object({
  banner_number: z.number().int(),
  /** The product's own banner, whose picture is shown where there is no other. */
  built_in: z.enum(BUILT_IN_BANNERS).optional(),
  title: z.string().optional(),
  text: z.string().optional(),
  action: z.string().optional(),
  /** A path of this site. */
  path: z.string(),
  /** The address of the picture, with its width. */
  picture: z.string().optional(),
  /** The part of the picture that stays in view, in percent. */
  focus: z.tuple([z.number(), z.number()]).optional(),
})
export type Banner = z.infer<typeof bannerSchema>

const PATHS: Record<BuiltInBanner, string> = {
  everything: categoryPath(ALL_CATEGORIES_SLUG),
  audio: categoryPath('Audio'),
  home: categoryPath('Home & Furniture'),
  fashion: categoryPath('Fashion'),
}

/** Returns the banners of a marketplace whose admins have changed none, as its schema has them. */
export function standardBanners(): Banner[] {
  return BUILT_IN_BANNERS.map((built_in, index) => ({ banner_number: index + 1, built_in, path: PATHS[built_in] }))
}
