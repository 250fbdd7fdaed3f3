import { useId, useSyncExternalStore } from 'react'
import { uiMessages } from '../../shared/kernel/messages.ts'
import { Monitor, Moon, Sun } from './icons.tsx'

const THEMES = ['system', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]

declare global {
  interface Window {
    /** Applies a theme to this page and those of other tabs, and stores the choice; set by `web/early-input.ts`. */
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

const ICONS = { system: Monitor, light: Sun, dark: Moon }

/** The choice between the system's theme, light and dark, as radio buttons in one row. */
export function ThemeSwitch() {
  const name = useId()
  const theme = useSyncExternalStore(watchTheme, shownTheme, () => 'system' as const)
  return (
    <fieldset className="noscript:hidden">
      <legend className="mb-1.5 text-sm font-medium">{uiMessages.theme}</legend>
      <div className="inline-flex flex-wrap gap-0.5 rounded-field border border-line-strong bg-surface p-0.5">
        {THEMES.map((one) => {
          const Icon = ICONS[one]
          return (
            <label
              key={one}
              className="flex min-h-8 cursor-pointer items-center gap-1.5 rounded-field px-2 text-sm text-muted hover:text-ink has-checked:bg-brand-tint has-checked:font-medium has-checked:text-brand-strong has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus forced-colors:has-checked:outline-2"
            >
              <input
                type="radio"
                name={name}
                value={one}
                checked={one === theme}
                onChange={() => window.chooseTheme?.(one)}
                className="sr-only"
              />
              <Icon aria-hidden className="size-4" />
              {uiMessages.themes[one]}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
