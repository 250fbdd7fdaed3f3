import sharp from 'sharp'
import type { Canvas, Color } from './canvas.ts'

/** Width and height of a scene; everything in it is measured in these. */
export const SCENE_SIZE = 640

/** The background of a picture. */
export type Backdrop = 'disc' | 'plinth' | 'arch' | 'window' | 'table' | 'sheet'

/** Those seen from the front; the sheet is seen from above. */
export const UPRIGHT_BACKDROPS: readonly Backdrop[] = ['disc', 'plinth', 'arch', 'window', 'table']

/** The y coordinate of the ground, from the top. */
const GROUND: Record<Backdrop, number> = { disc: 524, plinth: 484, arch: 528, window: 530, table: 532, sheet: 560 }

/** Returns the y coordinate of a backdrop's ground, from the top. */
export function groundOf(backdrop: Backdrop): number {
  return GROUND[backdrop]
}

/** Half of a backdrop's shades have this hue more, in degrees. */
const SECOND_HUE = 24
/** The chroma of all shades is below a quarter: multiplied, it uses a byte's range. */
const CHROMA_FACTOR = 4

/** Returns a canvas with the backdrop in shades of one hue, in degrees; `side` is in pixels. */
export async function paintBackdrop(backdrop: Backdrop, hue: number, side: number): Promise<Canvas> {
  const shades = await shadesOf(backdrop, side)
  const first = hueDirection(hue).map((part) => part / CHROMA_FACTOR)
  const second = hueDirection(hue + SECOND_HUE).map((part) => part / CHROMA_FACTOR)
  const [red1 = 0, green1 = 0, blue1 = 0] = first
  const [red2 = 0, green2 = 0, blue2 = 0] = second
  const data = new Uint8Array(shades.length)
  for (let at = 0; at < shades.length; at += 3) {
    const lightness = (shades[at] as number) + 0.5
    const chroma1 = shades[at + 1] as number
    const chroma2 = shades[at + 2] as number
    data[at] = Math.min(255, (lightness + chroma1 * red1 + chroma2 * red2) | 0)
    data[at + 1] = Math.min(255, (lightness + chroma1 * green1 + chroma2 * green2) | 0)
    data[at + 2] = Math.min(255, (lightness + chroma1 * blue1 + chroma2 * blue2) | 0)
  }
  return { data, side }
}

/** Returns the color of a backdrop's shadows. */
export function shadowColor(hue: number): Color {
  const [lightness, chroma] = [0.24, 0.216]
  const [red = 0, green = 0, blue = 0] = hueDirection(hue + SECOND_HUE).map((part) => (lightness + chroma * part) * 255)
  return [red, green, blue]
}

/** Returns how much a unit of chroma of a hue adds to red, green and blue. */
function hueDirection(hue: number): number[] {
  return [0, 4, 2].map((offset) => {
    const sixth = (hue / 60 + offset) % 6
    return Math.min(1, Math.max(0, Math.abs(sixth - 3) - 1)) - 0.5
  })
}

const rasterized = new Map<string, Promise<Buffer>>()

/** Returns the shades of a backdrop, without a hue; each backdrop is rasterized once. */
function shadesOf(backdrop: Backdrop, side: number): Promise<Buffer> {
  const key = `${backdrop}${side}`
  const known = rasterized.get(key)
  if (known) return known
  const drawn = sharp(Buffer.from(shadesInSvg(backdrop, side)))
    .removeAlpha()
    .raw()
    .toBuffer()
  rasterized.set(key, drawn)
  return drawn
}

/**
 * Returns a backdrop as SVG whose red is the lightness, and whose green and blue are the chroma of the first and second
 * hue. A color of a given hue is a linear function of the three, so that mixing them here is the same as mixing colors.
 */
function shadesInSvg(backdrop: Backdrop, side: number): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${SCENE_SIZE} ${SCENE_SIZE}">` +
    '<defs>' +
    gradient('wall', shade(1, 62, 96), shade(2, 52, 87)) +
    gradient('shape', shade(1, 60, 90), shade(2, 55, 78)) +
    gradient('floor', shade(2, 42, 84), shade(2, 46, 91)) +
    `<radialGradient id="light" cx="30%" cy="18%" r="75%"><stop offset="0" stop-color="${WHITE}" stop-opacity=".85"/><stop offset="1" stop-color="${WHITE}" stop-opacity="0"/></radialGradient>` +
    '</defs>' +
    `<rect width="640" height="640" fill="url(#wall)"/>` +
    SHAPES[backdrop] +
    `<rect width="640" height="640" fill="url(#light)"/></svg>`
  )
}

/** Returns the shade of a color of the first or second hue with this saturation and lightness, in percent. */
function shade(which: 1 | 2, saturation: number, lightness: number): string {
  const chroma = ((100 - Math.abs(2 * lightness - 100)) * saturation) / 10_000
  const byte = Math.round(chroma * CHROMA_FACTOR * 255)
  return `rgb(${Math.round(lightness * 2.55)},${which === 1 ? byte : 0},${which === 2 ? byte : 0})`
}

function gradient(id: string, from: string, to: string): string {
  return `<linearGradient id="${id}" x1=".2" y1="0" x2=".8" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`
}

/** Full lightness, no chroma. */
const WHITE = 'rgb(255,0,0)'

const SHAPES: Record<Backdrop, string> = {
  disc: '<circle cx="320" cy="318" r="236" fill="url(#shape)"/><circle cx="532" cy="120" r="44" fill="url(#shape)" opacity=".6"/><circle cx="86" cy="540" r="26" fill="url(#shape)" opacity=".6"/>',
  plinth: `<rect y="430" width="640" height="210" fill="url(#floor)"/><path d="M112 492v62a208 46 0 0 0 416 0v-62z" fill="url(#shape)"/><ellipse cx="320" cy="492" rx="208" ry="46" fill="${WHITE}" opacity=".72"/>`,
  arch: '<path d="M138 640V296a182 182 0 0 1 364 0v344z" fill="url(#shape)"/><path d="M0 560h640v80H0z" fill="url(#floor)"/>',
  window: `<path d="M0 548h640v92H0z" fill="url(#floor)"/><g fill="${WHITE}" opacity=".5"><path d="M70 0h130l190 548H260z"/><path d="M250 0h66l190 548h-66z"/></g>`,
  table:
    '<path d="M0 456q320-52 640 0v184H0z" fill="url(#floor)"/><circle cx="470" cy="206" r="150" fill="url(#shape)" opacity=".55"/>',
  sheet: `<g fill="${WHITE}" opacity=".42"><path d="M0 150L150 0h150L0 300zM0 420L420 0h70L0 490zM190 640L640 190v150L340 640z"/></g>`,
}
