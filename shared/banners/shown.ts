import type { Banner } from './banner.ts'
import { standardBannerMessages } from './standard-messages.ts'

/** A banner as the home page shows it. */
export type ShownBanner = Banner & Required<Pick<Banner, 'title' | 'text' | 'action'>>

/** Returns banners with the standard texts in the current language where they have no own. */
export function shownBanners(banners: readonly Banner[]): ShownBanner[] {
  return banners.map(({ title = '', text = '', action = '', ...banner }) => ({
    ...banner,
    ...(banner.built_in && title === '' ? standardBannerMessages.texts[banner.built_in] : { title, text, action }),
  }))
}
