import { ALL_CATEGORIES_SLUG, categoryPath } from '../../../shared/catalog/categories.ts'
import { catalogMessages } from '../../../shared/catalog/messages.ts'
import headphones from '../../emoji/1f3a7.webp'
import controller from '../../emoji/1f3ae.webp'
import bulb from '../../emoji/1f4a1.webp'
import laptop from '../../emoji/1f4bb.webp'
import camera from '../../emoji/1f4f7.webp'
import sofa from '../../emoji/1f6cb-fe0f.webp'
import bags from '../../emoji/1f6cd-fe0f.webp'
import trainers from '../../emoji/1f45f.webp'
import gift from '../../emoji/1f381.webp'
import dress from '../../emoji/1f457.webp'
import plant from '../../emoji/1fab4.webp'
import watch from '../../emoji/231a.webp'

export interface Banner {
  title: string
  text: string
  action: string
  path: string
  /** A large picture and two small ones. */
  pictures: readonly [string, string, string]
  /** Background, from one soft color to another. */
  look: string
}

export const BANNERS: readonly Banner[] = [
  {
    ...catalogMessages.banners.everything,
    path: categoryPath(ALL_CATEGORIES_SLUG),
    pictures: [bags, gift, watch],
    look: 'from-[light-dark(#ffe9d6,#3a2619)] to-[light-dark(#fff6ea,#231a16)]',
  },
  {
    ...catalogMessages.banners.audio,
    path: categoryPath('Audio'),
    pictures: [headphones, controller, camera],
    look: 'from-[light-dark(#dfe9ff,#1b2743)] to-[light-dark(#f2efff,#1d1a33)]',
  },
  {
    ...catalogMessages.banners.home,
    path: categoryPath('Home & Furniture'),
    pictures: [sofa, bulb, plant],
    look: 'from-[light-dark(#dcf3e6,#15302a)] to-[light-dark(#f2f9e8,#1c2618)]',
  },
  {
    ...catalogMessages.banners.fashion,
    path: categoryPath('Fashion'),
    pictures: [dress, trainers, laptop],
    look: 'from-[light-dark(#fde2e6,#3b1f28)] to-[light-dark(#fff1ea,#2a1d19)]',
  },
]
