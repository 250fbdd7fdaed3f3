import { useSyncExternalStore } from 'react'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

declare global {
  interface Window {
    /** Shows this page and those of other tabs in a theme, and keeps the choice; set by `web/early-input.ts`. */
    chooseTheme?: (theme: Theme) => void
  }
}

function watchTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

function shownTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return THEMES.find((one) => one === theme) ?? 'system'
}

/** Returns the theme that was chosen in this browser, and a function that chooses one. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(watchTheme, shownTheme, () => 'system' as const)
  return [theme, (chosen) => window.chooseTheme?.(chosen)]
}
