/** The networks of the footer's links, in their order. */
export const NETWORKS = ['facebook', 'twitter', 'github', 'linkedin'] as const
export type Network = (typeof NETWORKS)[number]

/** The marketplace's own pictures: a wide one, and a square one. */
export const MARKET_PICTURES = ['logo', 'icon'] as const
export type MarketPicture = (typeof MARKET_PICTURES)[number]
export const MAX_MARKET_PICTURE_BYTES = 1024 * 1024
/** The minimum side of an icon, and the one that is stored. */
export const ICON_SIDE = 512

/** The steps before a marketplace opens, in the order of the guide. */
export const OPENING_STEPS = [
  'market',
  'region',
  'pictures',
  'pages',
  'categories',
  'products',
  'mail',
  'payments',
  'address',
] as const
export type OpeningStep = (typeof OPENING_STEPS)[number]

/** For the operator to copy and complete, where the environment or the file `.env` decides. */
export const OPENING_SETTINGS: Partial<Record<OpeningStep, string>> = {
  payments:
    'PAYMENTS=stripe\nSTRIPE_SECRET_KEY=sk_live_...\nSTRIPE_PUBLISHABLE_KEY=pk_live_...\nSTRIPE_WEBHOOK_SECRETS=whsec_...',
  address: 'SITE_URL=https://market.example.com',
}

/** Limits of the market's settings; a check constraint of each column has the same. */
export const MAX_MARKET_NAME = 60
export const MAX_MARKET_ABOUT = 500
export const MAX_CONTACT_LINES = 6
export const MAX_CONTACT_LINE = 100
export const MAX_SOCIAL_LINK = 200
