import { ALL_CATEGORIES_SLUG, categoryPath } from '../../../shared/catalog/categories.ts'
import { catalogMessages } from '../../../shared/catalog/messages.ts'
import headphones from '../../emoji/1f3a7.webp'
import sofa from '../../emoji/1f6cb-fe0f.webp'
import bags from '../../emoji/1f6cd-fe0f.webp'
import dress from '../../emoji/1f457.webp'

export interface Banner {
  title: string
  text: string
  action: string
  path: string
  picture: string
  /** A still life as large as the banner, with space for the text at its left; it is light in both themes. */
  scene?: string | undefined
  /** The background. */
  look: string
}

const scenes = import.meta.glob<string>('../../pictures/hero-*.webp', { eager: true, query: '?url', import: 'default' })
const sceneOf = (name: string): string | undefined => scenes[`../../pictures/hero-${name}.webp`]

export const BANNERS: readonly Banner[] = [
  {
    ...catalogMessages.banners.everything,
    path: categoryPath(ALL_CATEGORIES_SLUG),
    picture: bags,
    scene: sceneOf('everything'),
    look: 'bg-[light-dark(#f3e8da,#2b241c)]',
  },
  {
    ...catalogMessages.banners.audio,
    path: categoryPath('Audio'),
    picture: headphones,
    look: 'bg-[light-dark(#e3e8e6,#1d2625)]',
  },
  {
    ...catalogMessages.banners.home,
    path: categoryPath('Home & Furniture'),
    picture: sofa,
    scene: sceneOf('home'),
    look: 'bg-[light-dark(#e8e6da,#26251c)]',
  },
  {
    ...catalogMessages.banners.fashion,
    path: categoryPath('Fashion'),
    picture: dress,
    look: 'bg-[light-dark(#f1e3dd,#2b211e)]',
  },
]
