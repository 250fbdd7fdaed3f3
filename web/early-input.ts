// A classic script in the head of every page, without imports and exports: applies the chosen theme, and captures clicks and
// input until web/app/early-input.ts replays them after hydration. Browsers without render-blocking scripts may run it after
// hydration.
if (!window.earlyInput) {
  const root = document.documentElement
  const barColors = Array.from(document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'), (meta) => ({
    meta,
    own: meta.content,
  }))

  /** Gives the browser's bars the page's color. */
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
      // Storage is forbidden.
    }
  }
  window.chooseTheme = (theme) => {
    try {
      if (theme === 'system') localStorage.removeItem('theme')
      else localStorage.setItem('theme', theme)
    } catch {
      // Storage is forbidden: the choice lasts as long as the page.
    }
    applyTheme(theme)
  }
  applyStoredTheme()
  addEventListener('storage', ({ key }) => {
    if (key === 'theme' || key === null) applyStoredTheme()
  })

  const events: EarlyEvent[] = []
  const TYPES = ['click', 'input', 'change', 'submit'] as const
  const CONTROLS = 'button, [role="button"]'
  /** Captured by their `change` event. */
  const CHOICES = 'input[type="checkbox"], input[type="radio"], label'
  let isRepeating = false

  const note = (event: Event): void => {
    const { type, target } = event
    if (isRepeating || !(target instanceof Element)) return
    if (type === 'click') noteClick(event as PointerEvent, target)
    else if (type === 'submit') noteSubmit(event as SubmitEvent, target as HTMLFormElement)
    else noteValue(event, target)
  }

  const noteClick = (event: PointerEvent, target: Element): void => {
    const element = target.closest<HTMLElement>(CONTROLS)
    const link = target.closest<HTMLElement>('a[href]:not([target])')
    if (element) {
      // Submit buttons are captured by their form's `submit` event.
      if (!isSubmit(element)) events.push({ type: 'click', element })
    } else if (link) {
      // The browser follows links, unless that would end the page before captured clicks are replayed.
      if (!isPressed() || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      events.push({ type: 'click', element: link })
    } else if (!target.closest(CHOICES)) return
    event.stopImmediatePropagation()
  }

  const noteSubmit = (event: SubmitEvent, form: HTMLFormElement): void => {
    // Forms with an `action`, such as the search, work without scripts.
    if (form.hasAttribute('action') && !isPressed()) return
    event.preventDefault()
    event.stopImmediatePropagation()
    events.push({ type: 'submit', form, submitter: event.submitter })
  }

  const noteValue = (event: Event, target: Element): void => {
    if (target instanceof HTMLInputElement && ['checkbox', 'radio'].includes(target.type)) {
      if (event.type === 'change') events.push({ type: 'check', element: target, checked: target.checked })
    } else if (isTyped(target)) {
      const last = events.at(-1)
      if (last?.type === 'text' && last.element === target) last.value = target.value
      else events.push({ type: 'text', element: target, value: target.value })
    } else return
    event.stopImmediatePropagation()
  }

  const isPressed = (): boolean => events.some(({ type }) => type !== 'text')

  const isSubmit = (element: Element): boolean =>
    element instanceof HTMLButtonElement && element.type === 'submit' && element.form !== null

  const isTyped = (element: Element): element is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement =>
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement

  const repeat = (event: EarlyEvent): void => {
    const element = event.type === 'submit' ? event.form : event.element
    if (!element.isConnected) return
    isRepeating = true
    try {
      if (event.type === 'click') event.element.click()
      else if (event.type === 'submit') event.form.requestSubmit(event.submitter)
      else if (event.type === 'text') enter(event.element, event.value)
      else {
        event.element.checked = !event.checked
        event.element.click()
      }
    } finally {
      isRepeating = false
    }
  }

  /** Sets a value so that React sees a change: it ignores events whose value equals the last known one. */
  const enter = (element: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, value: string): void => {
    element.value = value === '' ? '0' : ''
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')?.set?.call(element, value)
    const type = element instanceof HTMLSelectElement ? 'change' : 'input'
    element.dispatchEvent(new Event(type, { bubbles: true }))
  }

  for (const type of TYPES) document.addEventListener(type, note, true)

  window.earlyInput = {
    repeatNext() {
      const next = events.shift()
      if (next) repeat(next)
    },
    isOver: () => events.length === 0,
    end() {
      for (const type of TYPES) document.removeEventListener(type, note, true)
    },
  }
}
