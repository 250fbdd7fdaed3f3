import { marketFacts } from '../../../shared/kernel/market-facts.ts'
import type { ColorToken, ThemedColor } from '../../../shared/market/contrast.ts'

/** Returns the style sheet of the colors that admins have chosen, for pages of the server's own; empty without any. */
export const lookStyle = (): string => marketFacts().style ?? ''

/** Returns both themes' values of a color that follows from a chosen one; undefined for a standard one. */
export function chosenColor(token: ColorToken): ThemedColor | undefined {
  const colors = lookStyle().matchAll(/--color-([a-z-]{1,30}):light-dark\((#\w+),(#\w+)\)/g)
  const [, , light, dark] = [...colors].find(([, name]) => name === token) ?? []
  return light && dark ? [light, dark] : undefined
}
