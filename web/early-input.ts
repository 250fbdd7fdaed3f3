// A classic script in the head of every page: it applies the theme that was chosen, and notes presses and typed text until React takes the page over, which lets
// them take effect then. Without imports and exports; see web/app/early-input.ts. Browsers that do not let the first paint
// wait for it may run it when React is there already.
if (!window.takeEarlyInput) {
  const root = document.documentElement
  const barColors = Array.from(document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'), (meta) => ({
    meta,
    own: meta.content,
  }))

  /** The color of the browser's own bars: that of the page. */
  const colorBars = (theme: string | undefined): void => {
    const chosen = barColors.find(({ meta }) => theme && meta.media.includes(theme))
    for (const { meta, own } of barColors) meta.content = chosen?.own ?? own
  }

  const applyTheme = (theme: string | null): void => {
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
    else delete root.dataset.theme
    colorBars(root.dataset.theme)
  }

  const applyStoredTheme = (): void => {
    try {
      applyTheme(localStorage.getItem('theme'))
    } catch {
      // Storage that is forbidden has no theme.
    }
  }
  window.chooseTheme = (theme) => {
    try {
      if (theme === 'system') localStorage.removeItem('theme')
      else localStorage.setItem('theme', theme)
    } catch {
      // Then the choice lasts as long as the page.
    }
    applyTheme(theme)
  }
  applyStoredTheme()
  addEventListener('storage', ({ key }) => {
    if (key === 'theme' || key === null) applyStoredTheme()
  })

  const events: EarlyEvent[] = []
  const CONTROLS = 'button, [role="button"], summary'

  const note = ({ type, target }: Event): void => {
    if (!(target instanceof Element)) return
    if (type === 'click') {
      const element = target.closest<HTMLElement>(CONTROLS)
      // A submit button is noted by the event of its form.
      if (element && !isSubmit(element)) events.push({ type: 'click', element })
    } else if (target instanceof HTMLInputElement && ['checkbox', 'radio'].includes(target.type)) {
      if (type === 'change') events.push({ type: 'check', element: target, checked: target.checked })
    } else if (isTyped(target)) {
      const last = events.at(-1)
      if (last?.type === 'text' && last.element === target) last.value = target.value
      else events.push({ type: 'text', element: target, value: target.value })
    }
  }

  const isSubmit = (element: Element): boolean =>
    element instanceof HTMLButtonElement && element.type === 'submit' && element.form !== null

  const isTyped = (element: Element): element is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement =>
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement

  const noteSubmit = (event: SubmitEvent): void => {
    const { target: form, submitter } = event
    // The browser itself sends forms with an address, such as the search.
    if (!(form instanceof HTMLFormElement) || form.hasAttribute('action')) return
    event.preventDefault()
    events.push({ type: 'submit', form, submitter })
  }

  /** A script of the page that cannot be loaded leaves the page dead: it says so. */
  const reportScript = ({ target }: Event): void => {
    if (!(target instanceof HTMLScriptElement)) return
    const show = () => document.getElementById('scripts-failed')?.removeAttribute('hidden')
    show()
    document.addEventListener('DOMContentLoaded', show)
  }

  for (const type of ['click', 'input', 'change']) document.addEventListener(type, note, true)
  document.addEventListener('submit', noteSubmit, true)
  addEventListener('error', reportScript, true)

  window.takeEarlyInput = () => {
    for (const type of ['click', 'input', 'change']) document.removeEventListener(type, note, true)
    document.removeEventListener('submit', noteSubmit, true)
    return events.splice(0)
  }
}
