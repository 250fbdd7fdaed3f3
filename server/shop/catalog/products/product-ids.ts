/** Returns the number in a product's id: 42 of `PRD00042`. */
export function productNumberOf(productId: string): number {
  return Number(productId.slice(3))
}

/** Returns the id of the product with a number: `PRD00042` of 42. */
export function productIdOf(productNumber: number): string {
  return `PRD${String(productNumber).padStart(5, '0')}`
}
