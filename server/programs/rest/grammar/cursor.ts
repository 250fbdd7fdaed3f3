import { malformedParameter } from './errors.ts'

/** Letters of a name: of a column, an operator, an alias. */
const NAME = /[A-Za-z0-9_]/

/** Reads a text once, from left to right. Every refusal names the parameter that the text comes from. */
export class Cursor {
  readonly text: string
  readonly parameter: string
  #at = 0

  constructor(text: string, parameter: string) {
    this.text = text
    this.parameter = parameter
  }

  get isAtEnd(): boolean {
    return this.#at >= this.text.length
  }

  /** The next character, without consuming it. */
  get next(): string | undefined {
    return this.text[this.#at]
  }

  skipBlanks(): void {
    while (this.next === ' ') this.#at++
  }

  /** Consumes `part` if the text continues with it; returns whether it did. */
  take(part: string): boolean {
    if (!this.text.startsWith(part, this.#at)) return false
    this.#at += part.length
    return true
  }

  /** Consumes `part`. Throws AppError 400 unless the text continues with it. */
  expect(part: string): void {
    if (!this.take(part)) throw this.refuse(`expected ${JSON.stringify(part)}`)
  }

  /** Returns a name, quoted or plain. Throws AppError 400 when there is none. */
  name(): string {
    if (this.next === '"') return this.#quoted()
    const start = this.#at
    while (!this.isAtEnd && NAME.test(this.next ?? '')) this.#at++
    if (this.#at === start) throw this.refuse('expected a name')
    return this.text.slice(start, this.#at)
  }

  value(ends: string): string {
    if (this.next === '"') return this.#quoted()
    const start = this.#at
    while (!this.isAtEnd && !ends.includes(this.next ?? '')) this.#at++
    return this.text.slice(start, this.#at)
  }

  /** Returns the rest of the text. */
  rest(): string {
    const rest = this.text.slice(this.#at)
    this.#at = this.text.length
    return rest
  }

  /** Returns values between `open` and `close`, separated by commas. */
  list(open: string, close: string): string[] {
    this.expect(open)
    if (this.take(close)) return []
    const values: string[] = []
    do {
      // A plain value begins with its blanks, a quoted one after them.
      if (this.text.slice(this.#at).trimStart().startsWith('"')) this.skipBlanks()
      values.push(this.value(`,${close}`))
    } while (this.take(','))
    this.expect(close)
    return values
  }

  /** Returns a refusal that points at the current position. */
  refuse(problem: string): Error {
    return malformedParameter(this.parameter, `${problem} at character ${this.#at + 1}`)
  }

  #quoted(): string {
    this.expect('"')
    let text = ''
    for (;;) {
      const next = this.text[this.#at++]
      if (next === undefined) throw this.refuse('expected a closing quote')
      if (next === '"') return text
      text += next === '\\' ? (this.text[this.#at++] ?? '') : next
    }
  }
}
