/** The light and the dark theme's value of a color. */
export type ThemedColor = readonly [light: string, dark: string]

/** The colors that admins may choose. */
export const CHOSEN_COLORS = ['brand', 'accent'] as const
export type ChosenColor = (typeof CHOSEN_COLORS)[number]

/** The colors that every marketplace has; those of `web/styles.css`. */
export const FIXED_COLORS = {
  page: ['#ffffff', '#0f100e'],
  surface: ['#ffffff', '#191a17'],
  tint: ['#f5f6f4', '#20211e'],
  'tint-strong': ['#e9eae6', '#2f302c'],
  ink: ['#14130f', '#f2f2ed'],
  muted: ['#5c5b55', '#b1b0a9'],
} as const satisfies Record<string, ThemedColor>

const NAMES = ['good', 'info', 'warning', 'danger'] as const
type Name = ChosenColor | (typeof NAMES)[number]
type Derived = `${Name}-tint` | `${ChosenColor}-strong` | `on-${ChosenColor}`
export type ColorToken =
  | keyof typeof FIXED_COLORS
  | Name
  | Derived
  | 'line-strong'
  | 'focus'
  | 'orange'
  | 'lemon'
  | 'on-lemon'
  | 'tile'

/** The minimum contrast of text. */
const TEXT_CONTRAST = 4.5
/** The minimum contrast of controls and charts. */
export const CONTROL_CONTRAST = 3

type Pair = readonly [front: ColorToken, back: ColorToken, least: number]

const GROUNDS = ['page', 'surface', 'tint', 'tint-strong'] as const
const TEXTS = ['ink', 'muted', 'brand', 'brand-strong', 'accent-strong', 'danger', 'warning', 'good', 'info'] as const
const text = (front: ColorToken, back: ColorToken): Pair => [front, back, TEXT_CONTRAST]
const control = (front: ColorToken, back: ColorToken): Pair => [front, back, CONTROL_CONTRAST]

/** Each color that is shown on another, and their minimum contrast. */
export const CONTRAST_PAIRS: readonly Pair[] = [
  ...GROUNDS.flatMap((ground) => [...TEXTS.map((front) => text(front, ground)), control('focus', ground)]),
  ...(['page', 'surface'] as const).flatMap((ground) => [text('accent', ground), control('line-strong', ground)]),
  control('orange', 'surface'),
  text('on-lemon', 'lemon'),
  text('ink', 'tile'),
  text('muted', 'tile'),
  ...CHOSEN_COLORS.flatMap((name) => [
    text(`on-${name}`, name),
    text(`on-${name}`, `${name}-strong`),
    text(`${name}-strong`, `${name}-tint`),
  ]),
  ...[...CHOSEN_COLORS, ...NAMES].flatMap((name) => [text('ink', `${name}-tint`), text('muted', `${name}-tint`)]),
  ...NAMES.map((name) => text(name, `${name}-tint`)),
]

/** Returns the contrast of two colors, from 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

function luminance(color: string): number {
  const digits = color.length === 4 ? color.replaceAll(/\w/g, '$&$&') : color
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
