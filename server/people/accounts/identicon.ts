import { createHash, createHmac } from 'node:crypto'
import { normalizeEmail } from '../../../shared/accounts/rules.ts'
import { deriveKey, type Secrets } from '../../platform/keys/secrets.ts'

/** 128 bits as base64url. */
const KEY_LENGTH = 22
export const IDENTICON_KEY_PATTERN = /^[A-Za-z0-9_-]{22}$/

const CELLS = 5
const CELL = 16
const MARGIN = 24
const SIZE = CELLS * CELL + 2 * MARGIN

/** Returns the path of the picture drawn for an email address, which does not reveal the address. */
export function identiconPath(secrets: Secrets, email: string): string {
  const key = createHmac('sha256', deriveKey(secrets, 'identicon')).update(normalizeEmail(email)).digest('base64url')
  return `/avatars/${key.slice(0, KEY_LENGTH)}.svg`
}

/** Returns the symmetric pattern of a key, as SVG. */
export function drawIdenticon(key: string): string {
  const bytes = createHash('sha256').update(key).digest()
  const hue = Math.round((bytes.readUInt16BE(0) / 0xffff) * 359)
  const cells: string[] = []
  for (let column = 0; column < Math.ceil(CELLS / 2); column++) {
    for (let row = 0; row < CELLS; row++) {
      if ((bytes[2 + column * CELLS + row] ?? 0) % 2 === 0) continue
      for (const x of new Set([column, CELLS - 1 - column])) {
        cells.push(`M${MARGIN + x * CELL} ${MARGIN + row * CELL}h${CELL}v${CELL}h-${CELL}z`)
      }
    }
  }
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" width="${SIZE}" height="${SIZE}">` +
    `<rect width="${SIZE}" height="${SIZE}" fill="hsl(${hue} 55% 92%)"/>` +
    `<path fill="hsl(${hue} 52% 46%)" shape-rendering="crispEdges" d="${cells.join('')}"/></svg>`
  )
}
