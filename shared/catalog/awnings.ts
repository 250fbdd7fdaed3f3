/**
 * The two colors of each awning. The first has a contrast of 3:1 on white, the second on the dark page, so that one of them
 * is always visible. Sellers store an index of this list; `web/styles.css` draws the awnings.
 */
export const AWNINGS = [
  ['#3b2a7a', '#cfc4ff'],
  ['#14693f', '#ffcf33'],
  ['#1f5fd6', '#e2ebff'],
  ['#c2410c', '#ffd9a8'],
  ['#7a3b12', '#ffe0a3'],
  ['#0f6e73', '#b8f0e4'],
  ['#a3195b', '#ffc9e0'],
  ['#17365f', '#9fd0ff'],
  ['#55610f', '#dcea8a'],
  ['#14130f', '#e6e4da'],
  ['#6b2148', '#f2c14e'],
  ['#37474f', '#ffb4a2'],
] as const

/** The marketplace's own: at the lower edge of the shop's header, and at the top of its mails. */
export const HOUSE_AWNING = ['#d7301f', '#ffe3df'] as const
