import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { constantText, ROOT, sourcesBelow, visit } from './support/sources.ts'

/** Classes that name a side of the screen; those for where lines begin and end turn around with the text. */
const PHYSICAL =
  /^-?(?:(?:scroll-)?[mp][lr]-|(?:left|right)-|rounded-(?:[lr]|[tb][lr])(?:-|$)|border-[lr](?:-|$)|text-(?:left|right)$|(?:float|clear)-(?:left|right)$|(translate)-x-|(origin)-(?:left|right)|(rotate)-90$|object-(?:left|right)|mask-[lr]-|bg-(?:linear|gradient)-to-[lr])/
/** Of a picture that is mirrored as a whole. */
const MIRRORED = 'rtl:-scale-x-100'

const pages = sourcesBelow(['web', 'sandbox/web']).filter(({ file }) => !file.endsWith('.test.ts'))

/** Returns the classes in a text that name a side and have no counterpart for texts that run from right to left. */
function physicalIn(text: string): string[] {
  const classes = text.split(/\s+/)
  const turned = classes.filter((name) => /(^|:)rtl:/.test(name))
  return classes.filter((name) => {
    const [, ...families] = PHYSICAL.exec(name.slice(name.lastIndexOf(':') + 1)) ?? []
    const family = families.find(Boolean)
    if (!PHYSICAL.test(name.slice(name.lastIndexOf(':') + 1))) return false
    return !(turned.includes(MIRRORED) || (family && turned.some((one) => one.includes(`${family}-`))))
  })
}

test('pages turn around with their text: no class and no style names the left or the right', () => {
  const found: string[] = []
  for (const source of pages) {
    const look = (text = '') => found.push(...physicalIn(text).map((name) => `${source.file}: ${name}`))
    visit(source, {
      Literal(node) {
        look(constantText(node))
      },
      TemplateElement({ value }) {
        look(value.cooked ?? '')
      },
    })
  }
  for (const file of readdirSync(join(ROOT, 'web'), { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.css')) continue
    const text = readFileSync(join(ROOT, 'web', file), 'utf8')
    const sides = text.match(
      /(?<=[\s;{])(?:[a-z-]+-)?(?:left|right)(?:-[a-z]+)*:|(?:text-align|float): (?:left|right)/g,
    )
    found.push(...(sides ?? []).map((name) => `${file}: ${name}`))
  }
  expect([...new Set(found)]).toEqual([])
  expect(physicalIn('sm:pl-4 left-0 -mr-2 group-open:rotate-90 start-0 plain text-right')).toEqual([
    'sm:pl-4',
    'left-0',
    '-mr-2',
    'group-open:rotate-90',
    'text-right',
  ])
})

test('arrow keys move along the text: only the module for it names them', () => {
  const named = new Set<string>()
  for (const source of pages) {
    visit(source, {
      Literal({ value }) {
        if (value === 'ArrowLeft' || value === 'ArrowRight') named.add(source.file)
      },
    })
  }
  expect([...named]).toEqual(['web/ui/direction.ts'])
})
