/** The sizes of the marketplace's own icon, in pixels. */
export const ICON_SIZES = [32, 180, 192, 512] as const

/** Returns the address of the marketplace's own icon in a size: another picture has another address. */
export function iconAddress(icon: string, size: (typeof ICON_SIZES)[number]): string {
  // That of a preview has one size.
  if (icon.startsWith('/preview/')) return icon
  return `/previews/icon-${size}.png${icon.slice(icon.indexOf('?'))}`
}
