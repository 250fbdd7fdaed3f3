/** The name of the shop in pages, mails and machine-readable data. */
export const SHOP_NAME = 'Openstall'
