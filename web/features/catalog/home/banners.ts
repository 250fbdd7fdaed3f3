import { ALL_CATEGORIES_SLUG, categoryPath } from '../../../../shared/catalog/categories.ts'
import { catalogMessages } from '../../../../shared/catalog/messages.ts'
import audio from '../../../pictures/hero-audio.webp'
import everything from '../../../pictures/hero-everything.webp'
import fashion from '../../../pictures/hero-fashion.webp'
import home from '../../../pictures/hero-home.webp'

export interface Banner {
  title: string
  text: string
  action: string
  path: string
  /** A still life as large as the banner, with space for the text where lines begin; it is light in both themes. */
  scene: string
  /** The background, light in both themes like the still life. */
  look: string
}

export const BANNERS: readonly Banner[] = [
  {
    ...catalogMessages.banners.everything,
    path: categoryPath(ALL_CATEGORIES_SLUG),
    scene: everything,
    look: 'bg-[#ecdfcd]',
  },
  {
    ...catalogMessages.banners.audio,
    path: categoryPath('Audio'),
    scene: audio,
    look: 'bg-[#dde1dc]',
  },
  {
    ...catalogMessages.banners.home,
    path: categoryPath('Home & Furniture'),
    scene: home,
    look: 'bg-[#dfdece]',
  },
  {
    ...catalogMessages.banners.fashion,
    path: categoryPath('Fashion'),
    scene: fashion,
    look: 'bg-[#ebd9cc]',
  },
]
