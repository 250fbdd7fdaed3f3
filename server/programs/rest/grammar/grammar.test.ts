import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CategoryList, setCategories } from '../../../../shared/catalog/categories.ts'
import { STANDARD_CATEGORIES } from '../../../../shared/catalog/standard-categories.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { ORDERS, PRODUCTS } from '../tables.ts'
import { parseOrder, parseSelect } from './parse-columns.ts'
import { MAX_FILTER_DEPTH, MAX_FILTERS, parseFilters } from './parse-filters.ts'

setCategories(new CategoryList(STANDARD_CATEGORIES))

const parse = (name: string, value: string) => parseFilters(PRODUCTS, [[name, value]])

describe('filters', () => {
  test('and their nesting', () => {
    const price = { kind: 'comparison', column: 'product_price' }
    const ids = { kind: 'comparison', column: 'product_id', operator: 'in', values: [1, 2] }
    const both = { kind: 'all', conditions: [{ ...price, operator: 'gte', value: '7' }, ids] }
    const either = [
      { ...price, operator: 'lt', value: '5' },
      { kind: 'not', condition: both },
    ]
    expect(
      parse('or', '(product_price.lt.5, not.and( product_price.gte.7, product_id.in.(PRD00001,PRD00002) ))'),
    ).toEqual({
      kind: 'all',
      conditions: [{ kind: 'any', conditions: either }],
    })
  })

  test.each([
    ['eq', 'product_name', 'eq.a,b."c"', { operator: 'eq', value: 'a,b."c"' }],
    ['stars', 'product_name', 'like.*a*', { operator: 'like', pattern: '%a%' }],
    ['is', 'flash_sale', 'is.TRUE', { operator: 'is', is: 'true' }],
    ['a boolean of another client', 'flash_sale', 'eq.True', { operator: 'eq', value: 'true' }],
    ['numbers after blanks', 'product_price', 'in.(5, 6)', { operator: 'in', values: ['5', '6'] }],
    [
      'a computed number',
      'product_price',
      'lte.0.30000000000000004',
      { operator: 'lte', value: '0.30000000000000004' },
    ],
    ['a very small number', 'product_price', 'gt.1e-7', { operator: 'gt', value: '1e-7' }],
    ['no id', 'product_id', 'in.(PRD00001,nope)', { operator: 'in', values: [1, 0] }],
    ['ids after blanks', 'product_id', 'in.(PRD00001, PRD00002, "PRD00003")', { operator: 'in', values: [1, 2, 3] }],
    ['quoted values', 'product_name', 'in.("a,b","c\\"d",e f)', { operator: 'in', values: ['a,b', 'c"d', 'e f'] }],
    ['an array', 'product_category', 'cs.{"A & B",Toys}', { operator: 'cs', values: ['A & B', 'toys'] }],
    ['an array as JSON', 'product_category', 'cs.["Toys","TVs"]', { operator: 'cs', values: ['toys', 'tvs'] }],
  ])('%s', (_what, column, value, expected) => {
    expect(parse(column, value)).toEqual({ kind: 'all', conditions: [{ kind: 'comparison', column, ...expected }] })
  })

  test('several patterns at once', () => {
    const like = (pattern: string) => ({ kind: 'comparison', column: 'product_name', operator: 'like', pattern })
    expect(parse('product_name', 'like(any).{a*,*b}')).toEqual({
      kind: 'all',
      conditions: [{ kind: 'any', conditions: [like('a%'), like('%b')] }],
    })
  })

  const deep = (depth: number) => `${'(and'.repeat(depth)}(flash_sale.is.true)${')'.repeat(depth)}`
  test.each([
    ['no operator', 'product_name', 'lamp'],
    ['an unknown operator', 'product_name', 'sl.lamp'],
    ['an operator of another type', 'product_price', 'like.5*'],
    ['a prototype', 'product_name', 'constructor.x'],
    ['a pattern with half an escape', 'product_name', 'like.a\\'],
    ['a long pattern', 'product_name', `like.${'a'.repeat(101)}`],
    ['a list without an end', 'product_id', 'in.(PRD00001'],
    ['a text after a list', 'product_id', 'in.(PRD00001)x'],
    ['a quote without an end', 'product_name', 'in.("a)'],
    ['a list of very many', 'product_price', `in.(${'1,'.repeat(200)}1)`],
    ['a tree without an end', 'or', '(flash_sale.is.true'],
    ['a tree without parentheses', 'or', 'flash_sale.is.true'],
    ['an empty tree', 'or', '()'],
    ['a deep tree', 'or', deep(MAX_FILTER_DEPTH)],
    ['a wide tree', 'or', `(${'flash_sale.is.true,'.repeat(MAX_FILTERS)}flash_sale.is.true)`],
    ['a pattern too many', 'product_name', `ilike(any).{${'a*,'.repeat(MAX_FILTERS)}a*}`],
    ['infinity', 'product_price', 'lt.Infinity'],
    ['SQL', 'product_price', 'lt.1);drop table products'],
    ['a number of a thousand digits', 'product_price', `lt.${'9'.repeat(1000)}`],
  ])('C1: %s is refused with the name of the parameter', (_what, name, value) => {
    expect(() => parse(name, value)).toThrow(
      expect.objectContaining({ status: 400, message: expect.stringContaining(name) }),
    )
  })

  test('C1: any text is parsed, or refused with 400', () => {
    const words = [...'(){},"\\.*', 'or', 'and', 'not.', 'eq.', 'in.', 'cs.', 'product_name']
    const text = fc.array(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 3 })), { maxLength: 40 })
    const name = fc.constantFrom('or', 'and', 'not.or', 'product_name', 'product_id', 'product_category', '__proto__')
    fc.assert(
      fc.property(name, text, (parameter, parts) => {
        for (const read of [
          () => parse(parameter, parts.join('')),
          () => parseSelect(PRODUCTS, parts.join('')),
          () => parseOrder(PRODUCTS, parts.join('')),
        ]) {
          try {
            read()
          } catch (error) {
            expect(error).toBeInstanceOf(AppError)
            expect((error as AppError).status).toBe(400)
          }
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('times', () => {
  const parseTime = (value: string) => parseFilters(ORDERS, [['created_at', `gte.${value}`]])

  test.each(['2024-02-29', '2024-12-31T23:59:59.123456789+14:00', '0001-01-01 00:00Z', '2024-01-01T00:00:00-0130'])(
    '%s is one',
    (value) => {
      expect(parseTime(value)).toMatchObject({ conditions: [{ operator: 'gte' }] })
    },
  )

  test.each([
    '2023-02-29',
    '2024-04-31',
    '2024-13-01',
    '0000-01-01',
    '2024-01-01T25:00',
    '2024-01-01T10:60',
    '2024-01-01T10:00:61',
    '2024-01-01T10:00:00+16:00',
  ])('C2: %s, which the database would refuse, is refused', (value) => {
    expect(() => parseTime(value)).toThrow(expect.objectContaining({ status: 400, message: expect.any(String) }))
  })
})

describe('columns', () => {
  test('are selected by name, and renamed', () => {
    expect(parseSelect(PRODUCTS, 'product_id, price:product_price,"seller_id"')).toEqual([
      { name: 'product_id', column: 'product_id' },
      { name: 'price', column: 'product_price' },
      { name: 'seller_id', column: 'seller_id' },
    ])
    expect(parseSelect(PRODUCTS, '*').length).toBe(Object.keys(PRODUCTS.columns).length)
  })

  test.each([
    'visibility',
    'product_id,',
    'product_id::text',
    'product_category->0',
    'users(email)',
    'users!inner(email)',
    '...users(email)',
    'count()',
    'product_price.avg()',
    'constructor',
    '__proto__',
    ','.repeat(3),
    `product_id${',product_id'.repeat(60)}`,
    'a:product_desc,b:product_desc,c:product_desc',
    `${'a'.repeat(64)}:product_id`,
  ])('C1: select=%s is refused', (text) => {
    expect(() => parseSelect(PRODUCTS, text)).toThrow(expect.objectContaining({ status: 400 }))
  })

  test('are ordered by, with a direction', () => {
    expect(parseOrder(PRODUCTS, 'product_price.desc.nullslast, product_id.asc')).toEqual([
      { column: 'product_price', descending: true },
      { column: 'product_id', descending: false },
    ])
  })

  test.each([
    'product_desc',
    'product_price.down',
    'product_price desc',
    '(select 1)',
    'product_price.desc,',
    'a,b,c,d',
  ])('C4: order=%s is refused', (text) => {
    expect(() => parseOrder(PRODUCTS, text)).toThrow(expect.objectContaining({ status: 400 }))
  })
})
