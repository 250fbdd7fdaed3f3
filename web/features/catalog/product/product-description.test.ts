import { describe, expect, test } from 'vitest'
import { splitDescription } from './product-description.tsx'

describe('the facts in a description', () => {
  test('are lists whose items are all pairs, and paragraphs that begin with a name in bold', () => {
    const html = [
      '<p>A kettle that sings.</p>',
      '<ul><li>Weight: 1.2 kg</li><li><p><strong>Size</strong>: 20 &times; 15 cm &amp; lid</p></li></ul>',
      '<p><b>In the box:</b> one kettle.</p>',
    ].join('\n')
    expect(splitDescription(html)).toEqual({
      story: '<p>A kettle that sings.</p>\n\n',
      facts: [
        { name: 'Weight', value: '1.2 kg' },
        { name: 'Size', value: '20 &times; 15 cm & lid' },
        { name: 'In the box', value: 'one kettle.' },
      ],
    })
  })

  test.each([
    ['a single pair', '<p>A kettle.</p><p><strong>In the box:</strong> one kettle.</p>'],
    ['a list with an item that is not a pair', '<ul><li>Weight: 1 kg</li><li>Blue</li></ul>'],
    ['a repeated name', '<ul><li>Size: 1</li><li>Size: 2</li></ul>'],
    ['links and pictures', '<ul><li>Web: <a href="https://a.example">here</a></li><li>Size: 2</li></ul>'],
    ['nested lists', '<ul><li>A: 1<ul><li>B: 2</li></ul></li><li>C: 3</li></ul>'],
    ['a bold beginning without a colon', '<p><b>Good</b> to know</p><p><b>Also</b> this</p>'],
    ['a long sentence', `<ul><li>${'x'.repeat(60)}: 1</li><li>A: 2</li></ul>`],
  ])('do not include %s', (_what, html) => {
    expect(splitDescription(html)).toEqual({ story: html, facts: [] })
  })
})
