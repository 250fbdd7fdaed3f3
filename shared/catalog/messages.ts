import { shopName } from '../app/name.ts'
import { defineMessages } from '../kernel/define-messages.ts'

export const ratingMessages = defineMessages('rating', {
  short: '★ {average} ({count, number})',
  spoken: 'Rated {average} out of 5, {count, plural, one {1 review} other {# reviews}}',
  stars: '{stars, plural, one {1 star} other {# stars}}',
})

export const catalogMessages = defineMessages(
  'catalog',
  {
    home: 'Home',
    products: 'Products',
    categories: 'Categories',
    allCategories: 'All',
    more: 'More',
    moreCategories: 'More categories',
    browseAll: 'Browse all products',
    flashSaleBadge: 'Flash sale',
    breadcrumb: 'Breadcrumb',
    categoryFailed: 'Error loading products. Please try again later.',

    slideNumber: '{number} of {count}',

    somethingToBuy: 'While you are here',

    search: 'Search',
    searchProducts: 'Search products',
    searchPlaceholder: 'Search for products…',
    productsFound: '{total, plural, one {1 product} other {# products}}',

    product: 'Product',
    productDescription: '{name} for {price} on {shop}.',
    lowestPrice: 'Lowest price in the last 30 days before the reduction: {price}',
    reducedBy: '−{percent}%',
    pictures: 'Pictures',
    pictureOf: '{name}, picture {number}',
    showPicture: 'Show picture {number}',
    enlarge: 'Enlarge',
    specifications: 'Specifications',
    dispatchIn: '{days, plural, one {Usually ships in 1 day} other {Usually ships in # days}}',
    soldBy: 'Sold by',
    soldSince: '{kind, select, true {Trader, } false {Private seller, } other {}}since {month}',
    share: 'Share',
    copyLink: 'Copy link',
    linkCopied: 'Link copied',
    linkNotCopied: 'The link could not be copied',
    table: 'Table',
    quantityOf: 'Quantity of {name}',
    total: 'Total',
    description: 'Description',
    relatedProducts: 'Related Products',
    recentlyViewed: 'Recently viewed',
    clear: 'Clear',
    clearRecentlyViewed: 'Clear recently viewed',
    productNotFound: 'Product not found',
    productNotFoundText: 'It may have sold out, or its seller may have removed it.',
    fetchProductFailed: 'Failed to fetch product',

    // Messages of API responses.
    fetchProductDetailsFailed: 'Failed to fetch product details',
  },
  { shop: shopName },
)
