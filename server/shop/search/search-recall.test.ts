import { beforeAll, describe, expect, test } from 'vitest'
import type { SearchResult } from '../../../shared/catalog/schema.ts'
import { call } from '../../../tests/support/api.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { buildProducts } from '../../../tests/support/products.ts'
import { createMarketDatabase } from '../../../tests/support/test-database.ts'
import { countWords } from './index-queries.ts'

const SEED = 18
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

const market = await openForTests({ database: await createMarketDatabase() })
await countWords(market.db)

/** Returns a generator of reproducible numbers from 0 to below 1 (linear congruential, Numerical Recipes 7.1). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(1_664_525, state) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const random = randomNumbers(SEED)
const below = (limit: number) => Math.floor(random() * limit)

const errors: ((word: string) => string)[] = [
  (word) => replaced(word, below(word.length), 1, anyLetter()),
  (word) => replaced(word, below(word.length), 1, ''),
  (word) => replaced(word, below(word.length + 1), 0, anyLetter()),
  (word) => {
    const at = below(word.length - 1)
    return replaced(word, at, 2, `${word[at + 1]}${word[at]}`)
  },
]
const anyLetter = () => LETTERS[below(LETTERS.length)] ?? ''
const replaced = (word: string, at: number, length: number, by: string) =>
  word.slice(0, at) + by + word.slice(at + length)

const readNames = async () =>
  (await market.db.selectFrom('products').select('product_name').orderBy('product_number').execute()).map(
    ({ product_name }) => product_name.toLowerCase(),
  )

test('when five or more names contain a text, a search by words adds nothing', async () => {
  const names = await readNames()
  const parts = names.flatMap((name) => [
    name.split(' ').at(-1) ?? '',
    name.slice(0, 2),
    ...[1, 3, 5].flatMap((at) => [name.slice(at, at + 3), name.slice(at, at + 2)]),
  ])
  const isFrequent = (text: string) => names.filter((name) => name.includes(text)).length >= 5
  const texts = [...new Set(parts)].filter((text) => text === text.trim() && isFrequent(text)).slice(0, 80)
  expect(texts).toHaveLength(80)
  for (const text of texts) {
    const [own, exact] = await Promise.all(
      ['', '&exact=1'].map((more) => market.app.inject(`/api/search?q=${encodeURIComponent(text)}${more}`)),
    )
    expect([text, own?.body]).toEqual([text, exact?.body])
  }
})

describe('in 800 words, typing errors', () => {
  const syllables = 'ba co di fu ga he ki lo mu ne pi ro sa te vo wi zu cha dra fle gri klo pra sto tri'.split(' ')
  const words: string[] = []

  beforeAll(async () => {
    const made = new Set<string>()
    while (made.size < 800) {
      const word = Array.from({ length: 3 + below(2) }, () => syllables[below(syllables.length)]).join('')
      if (word.length >= 5) made.add(word)
    }
    words.push(...made)
    await buildProducts(
      market,
      words.map((word) => ({ product_name: `Thing ${word}` })),
    )
    await countWords(market.db)
  })

  /** Returns the share of mistyped words that lead to a product with the word on the first page. */
  async function shareFound(typed: { word: string; text: string }[]): Promise<number> {
    let found = 0
    for (const { word, text } of typed) {
      const { body } = await call<SearchResult>(market, 'GET', `/api/search?q=${text}`)
      if (body.products.some(({ product_name }) => product_name.endsWith(word))) found++
    }
    return found / typed.length
  }

  // Every third word is mistyped; all of them can be mistaken for it.
  const third = (list: string[]) => list.filter((_, at) => at % 3 === 1)

  test('of one letter in a word of five and more are corrected in 97 %', async () => {
    const typed = third(words).map((word, at) => ({ word, text: errors[at % errors.length]?.(word) ?? '' }))
    expect(await shareFound(typed)).toBeGreaterThanOrEqual(0.97)
  })

  test('of two letters in a word of eight and more are corrected in 85 %', async () => {
    const long = third(words.filter((word) => word.length >= 8))
    expect(long.length).toBeGreaterThan(130)
    const twice = (word: string, at: number) =>
      errors[(at + 1) % errors.length]?.(errors[at % errors.length]?.(word) ?? '') ?? ''
    expect(await shareFound(long.map((word, at) => ({ word, text: twice(word, at) })))).toBeGreaterThanOrEqual(0.85)
  })
})
