import type { DemoProduct } from './products/product.ts'

/** Returns the description of a product as HTML. */
export function describe(product: DemoProduct, note: string, sellerName: string): string {
  const points = product.points.map((point) => `<li>${inHtml(point)}</li>`)
  return [
    `<p>${inHtml(product.lead)}</p>`,
    `<p>${inHtml(product.story)}</p>`,
    '<p><strong>Good to know</strong></p>',
    `<ul>${points.join('')}</ul>`,
    `<p><strong>In the box:</strong> ${inHtml(product.box)}.</p>`,
    `<p><em>${inHtml(note)} Sold and shipped by ${inHtml(sellerName)}.</em></p>`,
  ].join('\n')
}

function inHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
