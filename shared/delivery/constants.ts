/** Ways in which goods reach a buyer: sent, or collected at a place of the seller. */
export const METHOD_KINDS = ['parcel', 'pickup'] as const
export type MethodKind = (typeof METHOD_KINDS)[number]

/** A method's price is that of the order, of each item, or of the weight. */
export const PRICES_BY = ['order', 'item', 'weight'] as const
export type PriceBy = (typeof PRICES_BY)[number]

/** Goods of kind `none`, such as files and services, need no delivery. */
export const GOODS_KINDS = ['parcel', 'none'] as const
export type GoodsKind = (typeof GOODS_KINDS)[number]

export const DELIVERY_KINDS = [...METHOD_KINDS, 'none'] as const
export type DeliveryKind = (typeof DELIVERY_KINDS)[number]

/** Methods of one seller. */
export const MAX_METHODS = 50
export const MAX_METHOD_NAME = 60
export const MAX_WEIGHT_STEPS = 20
/** One tonne. */
export const MAX_WEIGHT_GRAMS = 1_000_000
export const MAX_DELIVERY_DAYS = 90
export const MAX_PICKUP_ADDRESS = 300
export const MAX_QUOTED_LINES = 100

/** The most working days to dispatch that a seller declares. */
export const MAX_DISPATCH_DAYS = 60
/** Working days to dispatch where the seller declares none. */
export const DEFAULT_DISPATCH_DAYS = 3
