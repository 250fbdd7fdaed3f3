/** The product's own banners, in the order of a new marketplace. Each has a picture and texts. */
export const BUILT_IN_BANNERS = ['everything', 'audio', 'home', 'fashion'] as const
export type BuiltInBanner = (typeof BUILT_IN_BANNERS)[number]

export const MAX_BANNERS = 8
/** Limits of a banner's texts; a check constraint of each column has the same. */
export const MAX_BANNER_TITLE = 60
export const MAX_BANNER_TEXT = 120
export const MAX_BANNER_ACTION = 40
export const MAX_BANNER_PATH = 500

/** The minimum width of a banner's picture, and the maximum that is stored. */
export const MIN_BANNER_WIDTH = 1600
export const MAX_BANNER_WIDTH = 2400
/** The part of a picture that narrow screens show first, in percent from its top left corner. */
export const MIDDLE = 50
