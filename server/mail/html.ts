const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** HTML that is safe as it stands. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Puts values into HTML: text is escaped, `Html` is taken as it is, lists are joined. */
export function html(parts: TemplateStringsArray, ...values: (string | number | Html | Html[])[]): Html {
  const rendered = values.map((value) => {
    if (value instanceof Html) return value.text
    if (Array.isArray(value)) return value.map(({ text }) => text).join('\n')
    return escapeText(String(value))
  })
  return new Html(String.raw({ raw: parts }, ...rendered))
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}
