const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** HTML that needs no escaping. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Returns a template as HTML: text values are escaped, `Html` is inserted unchanged, lists are joined. */
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
