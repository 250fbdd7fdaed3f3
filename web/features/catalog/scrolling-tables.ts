import { catalogMessages } from '../../../shared/catalog/messages.ts'

/** Returns a cleaned description with each table in a box, in which a wide one scrolls, also by keyboard. */
export function scrollingTables(html: string): string {
  const box = `<div class="table-scroll" role="region" tabindex="0" aria-label="${catalogMessages.table}">`
  return html.replaceAll('<table>', `${box}<table>`).replaceAll('</table>', '</table></div>')
}
