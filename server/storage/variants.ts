import { PICTURE_WIDTHS } from '../../shared/catalog/constants.ts'

/** The smaller pictures that may be made from a blob, by name. */
export function variantsOf(blob: string): string[] {
  return PICTURE_WIDTHS.map((width) => variantOf(blob, width))
}

export function variantOf(blob: string, width: number): string {
  return `${blob}.w${width}`
}
