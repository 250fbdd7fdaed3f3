/** The routes whose responses may be answered in front of the application, each with who keeps them. */
export const FAST_ROUTES: ReadonlyMap<string, string> = new Map([
  ['/*', 'server/platform/data/response-cache.ts: pages that are kept'],
  ...[
    ...['/api/products', '/api/products/flash-sale', '/api/products/just-for-you', '/api/products/:product_id'],
    ...['/api/sellers/:handle', '/api/sellers/:handle/products'],
    ...[
      '/api/products/:product_id/reviews',
      '/api/products/:product_id/related',
      '/api/categories/:category/products',
      '/api/search',
    ],
    ...['/api/search/facets', '/api/suggestions'],
  ].map((route) => [route, 'server/platform/data/response-cache.ts: products and lists that are kept'] as const),
  ['/assets/*', 'server/pages/ssr/assets.ts: built files in memory'],
  ['/storage/v1/object/public/:bucket/*', 'server/programs/storage/kept-objects.ts: stored pictures in memory'],
  ['/avatars/:file', 'server/people/accounts/public-routes.ts: pictures drawn for accounts'],
])
