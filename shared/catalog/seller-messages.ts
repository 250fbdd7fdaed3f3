import { shopName } from '../app/name.ts'
import { defineMessages } from '../kernel/define-messages.ts'
import type { SellerPageSort } from './constants.ts'

export const sellerMessages = defineMessages(
  'seller',
  {
    seller: 'Seller',
    since: 'Selling since {date}',
    trader: 'Trader',
    private: 'Private seller',
    about: 'About {name}',
    products: 'Products',
    quotes: 'What buyers say',
    pageDescription: 'Products of {name} on {shop}.',
    pageOf: '{name}, page {page}',
    pagesOf: 'Pages of {name}',
    productsOf: '{total, plural, one {1 product} other {# products}}',
    business: 'Business details',
    legal: {
      legal_name: 'Business name',
      legal_address: 'Address',
      legal_phone: 'Phone',
      legal_email: 'Email',
      register_name: 'Trade register',
      legal_number: 'Registration or VAT number',
    },
    noProducts: 'This seller has no products in the shop right now.',
    notFound: 'Seller not found',
    notFoundText: 'The address may be wrong, or the seller may have left.',
    fetchFailed: 'The seller could not be loaded',
    sortBy: 'Sort by',
    apply: 'Apply',
    sorts: {
      name: 'Name',
      'price-low-high': 'Price: low to high',
      'price-high-low': 'Price: high to low',
    } satisfies Record<SellerPageSort, string>,
  },
  { shop: shopName },
)
