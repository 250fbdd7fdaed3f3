import type { Oklch } from 'culori'
import {
  CHOSEN_COLORS,
  type ChosenColor,
  CONTRAST_PAIRS,
  type ColorToken,
  contrast,
  FIXED_COLORS,
  type ThemedColor,
} from '../../../shared/market/contrast.ts'

const STEP = 0.005

/** The lightness and chroma in OKLCH, by theme, that a token gets from the chosen color. */
interface Recipe {
  /** The lightness from which the search starts, by that of the chosen color. */
  from: (lightness: number) => number
  /** The direction of the search. */
  step: number
  maxChroma: number
}

const darker = (from: Recipe['from'], maxChroma = 0.4): Recipe => ({ from, step: -STEP, maxChroma })
const lighter = (from: Recipe['from'], maxChroma = 0.4): Recipe => ({ from, step: STEP, maxChroma })

/** Backgrounds first, as the texts on them depend on them. */
const RECIPES: [suffix: '-tint' | '' | '-strong', light: Recipe, dark: Recipe][] = [
  ['-tint', lighter(() => 0.945, 0.03), darker(() => 0.29, 0.045)],
  ['', darker((lightness) => lightness), lighter((lightness) => Math.max(lightness, 0.7), 0.17)],
  ['-strong', darker((lightness) => Math.min(lightness, 0.6) - 0.1), lighter(() => 0.82, 0.12)],
]

type Colors = Partial<Record<ColorToken, ThemedColor>>

/**
 * Returns the tokens that follow from an admin's color: their lightness is moved until every text and control has enough
 * contrast with its background, in both themes.
 */
export async function colorsFrom(name: ChosenColor, chosen: string): Promise<Colors> {
  // Loaded on demand: most marketplaces keep the standard colors.
  const { clampChroma, formatHex, oklch } = await import('culori')
  const { l = 0, c = 0, h = 0 } = oklch(chosen) ?? {}
  const on: ColorToken = `on-${name}`
  const onDark = formatHex(clampChroma({ mode: 'oklch', l: 0.2, c: Math.min(c, 0.06), h } satisfies Oklch, 'oklch'))
  const colors: Colors = { [on]: ['#ffffff', onDark] }
  const lightness: [number, number] = [l, l]
  for (const [suffix, ...recipes] of RECIPES) {
    const token: ColorToken = `${name}${suffix}`
    const [light, dark] = recipes.map(({ from, step, maxChroma }, theme) => {
      let shown = { hex: '', l: Math.min(1, Math.max(0, from(lightness[theme as 0 | 1]))) }
      for (let at = shown.l; at >= 0 && at <= 1; at += step) {
        const color = clampChroma({ mode: 'oklch', l: at, c: Math.min(c, maxChroma), h } satisfies Oklch, 'oklch')
        shown = { hex: formatHex(color), l: at }
        if (isReadable(token, shown.hex, { ...FIXED_COLORS, ...colors }, theme as 0 | 1)) break
      }
      if (suffix === '') lightness[theme as 0 | 1] = shown.l
      return shown.hex
    })
    colors[token] = [light ?? '', dark ?? '']
  }
  return colors
}

function isReadable(token: ColorToken, color: string, known: Colors, theme: 0 | 1): boolean {
  return CONTRAST_PAIRS.every(([front, back, least]) => {
    if (front !== token && back !== token) return true
    const other = known[front === token ? back : front]?.[theme]
    return other === undefined || contrast(color, other) >= least
  })
}

/** Returns the style sheet of the colors that admins have chosen; empty without any. */
export async function styleOf(chosen: Record<ChosenColor, string | null>): Promise<string> {
  const colors = await Promise.all(
    CHOSEN_COLORS.map(async (name): Promise<Colors> => (chosen[name] ? colorsFrom(name, chosen[name]) : {})),
  )
  const tokens = colors.flatMap((some) => Object.entries(some))
  const lines = tokens.map(([token, [light, dark]]) => `--color-${token}:light-dark(${light},${dark})`)
  return lines.length ? `html{${lines.join(';')}}` : ''
}
