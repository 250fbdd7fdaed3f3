/** The name of the product, and of a marketplace whose admins have given it no other. */
export const SHOP_NAME = 'Openstall'

let name: string = SHOP_NAME

/** Returns the name of the marketplace in pages, mails and machine-readable data. */
export const shopName = (): string => name

/** Sets the marketplace's name, before the first text that contains it is shown, and at each change. */
export function setShopName(chosen: string): void {
  name = chosen
}
