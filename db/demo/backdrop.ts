/** Width and height of a picture in pixels; everything in a scene is measured in these. */
export const PICTURE_SIZE = 640

/** The background of a picture. */
export type Backdrop = 'disc' | 'plinth' | 'arch' | 'window' | 'table' | 'sheet'

/** Those seen from the front; the sheet is seen from above. */
export const UPRIGHT_BACKDROPS: readonly Backdrop[] = ['disc', 'plinth', 'arch', 'window', 'table']

/** The y coordinate of the ground, in pixels from the top. */
const GROUND: Record<Backdrop, number> = { disc: 524, plinth: 484, arch: 528, window: 530, table: 532, sheet: 560 }

/** Returns the y coordinate of a backdrop's ground, in pixels from the top. */
export function groundOf(backdrop: Backdrop): number {
  return GROUND[backdrop]
}

/** A soft shadow on the ground: center, half width and half height in pixels. */
export interface GroundShadow {
  x: number
  y: number
  width: number
  height: number
}

/** Returns a backdrop as SVG, in shades of one hue (degrees), with the shadows of the objects that will be put on it. */
export function drawBackdrop(backdrop: Backdrop, hue: number, shadows: readonly GroundShadow[]): string {
  const second = (hue + 24) % 360
  const shadowMarks = shadows.map(
    ({ x, y, width, height }) => `<ellipse cx="${x}" cy="${y}" rx="${width}" ry="${height}" fill="url(#shadow)"/>`,
  )
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE_SIZE}" height="${PICTURE_SIZE}">` +
    '<defs>' +
    gradient('wall', `hsl(${hue} 62% 96%)`, `hsl(${second} 52% 87%)`) +
    gradient('shape', `hsl(${hue} 60% 90%)`, `hsl(${second} 55% 78%)`) +
    gradient('floor', `hsl(${second} 42% 84%)`, `hsl(${second} 46% 91%)`) +
    `<radialGradient id="light" cx="30%" cy="18%" r="75%"><stop offset="0" stop-color="#fff" stop-opacity=".85"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>` +
    `<radialGradient id="shadow"><stop offset="0" stop-color="hsl(${second} 45% 22%)" stop-opacity=".42"/><stop offset=".55" stop-color="hsl(${second} 45% 25%)" stop-opacity=".16"/><stop offset="1" stop-color="hsl(${second} 45% 28%)" stop-opacity="0"/></radialGradient>` +
    '</defs>' +
    `<rect width="640" height="640" fill="url(#wall)"/>` +
    SHAPES[backdrop] +
    `<rect width="640" height="640" fill="url(#light)"/>` +
    `${shadowMarks.join('')}</svg>`
  )
}

function gradient(id: string, from: string, to: string): string {
  return `<linearGradient id="${id}" x1=".2" y1="0" x2=".8" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`
}

const SHAPES: Record<Backdrop, string> = {
  disc: '<circle cx="320" cy="318" r="236" fill="url(#shape)"/><circle cx="532" cy="120" r="44" fill="url(#shape)" opacity=".6"/><circle cx="86" cy="540" r="26" fill="url(#shape)" opacity=".6"/>',
  plinth:
    '<rect y="430" width="640" height="210" fill="url(#floor)"/><path d="M112 492v62a208 46 0 0 0 416 0v-62z" fill="url(#shape)"/><ellipse cx="320" cy="492" rx="208" ry="46" fill="#fff" opacity=".72"/>',
  arch: '<path d="M138 640V296a182 182 0 0 1 364 0v344z" fill="url(#shape)"/><path d="M0 560h640v80H0z" fill="url(#floor)"/>',
  window:
    '<path d="M0 548h640v92H0z" fill="url(#floor)"/><g fill="#fff" opacity=".5"><path d="M70 0h130l190 548H260z"/><path d="M250 0h66l190 548h-66z"/></g>',
  table:
    '<path d="M0 456q320-52 640 0v184H0z" fill="url(#floor)"/><circle cx="470" cy="206" r="150" fill="url(#shape)" opacity=".55"/>',
  sheet:
    '<g fill="#fff" opacity=".42"><path d="M0 150L150 0h150L0 300zM0 420L420 0h70L0 490zM190 640L640 190v150L340 640z"/></g>',
}
