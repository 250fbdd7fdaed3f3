/** The name of the shop, wherever it is shown: on pages, in mails and in what other programs read. */
export const SHOP_NAME = 'Openstall'
