/** By slugs, like `category-home-furniture.webp`. */
const PICTURES = import.meta.glob<string>('../../pictures/category-*.webp', { eager: true, import: 'default' })

/** Returns the address of the product's own picture for a category; undefined for a slug without one. */
export function builtInPicture(slug: string): string | undefined {
  return PICTURES[`../../pictures/category-${slug}.webp`]
}
