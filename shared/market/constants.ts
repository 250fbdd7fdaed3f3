/** The networks of the footer's links, in their order. */
export const NETWORKS = ['facebook', 'twitter', 'github', 'linkedin'] as const
export type Network = (typeof NETWORKS)[number]

/** Limits of the market's settings; a check constraint of each column has the same. */
export const MAX_MARKET_NAME = 60
export const MAX_MARKET_ABOUT = 500
export const MAX_CONTACT_LINES = 6
export const MAX_CONTACT_LINE = 100
export const MAX_SOCIAL_LINK = 200
