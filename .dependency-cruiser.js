// The rules of imports; `npm run check:imports` proves them, of types too.

/** For each layer, the layers that it may import from. */
const layers = {
  shared: '',
  db: 'shared',
  'server/platform': 'db shared',
  'server/module': 'server/platform db shared',
  sandbox: 'server/module server/platform db shared',
  'server/app': 'sandbox server/module server/platform db shared',
  'web/ui': 'shared',
  'web/api': 'shared',
  'web/session': 'web/api web/ui shared',
  'web/features': 'web/session web/api web/ui shared',
  'web/app': 'web/features web/session web/api web/ui shared',
  'sandbox/web': 'sandbox web/app web/features web/session web/api web/ui shared',
}

/**
 * Layers that are no folder: what puts the server's parts together, its modules, and the rest of the pages.
 * @type {Record<string, string>}
 */
const PLACES = {
  sandbox: '^sandbox/(?!web/)',
  'server/app': '^(demo/|server/([^/]+[.]ts$|operate/start/))',
  'server/module': '^server/(?!platform/|operate/start/)[^/]+/',
  'web/app': '^web/(?!(ui|api|session|features)/)',
}

/** For each module of the server, the modules that it may import from. */
export const modules = {
  'operate/backup': 'programs/storage',
  'operate/check': 'programs/storage',
  'pages/ssr': 'programs/storage shop/catalog shop/site-pages',
  'pages/mail-settings': 'pages/mail people/accounts people/audit',
  'people/accounts': 'pages/mail people/audit',
  'people/activity': 'people/accounts people/audit',
  'people/audit': 'people/notifications',
  'people/auth': 'pages/mail people/accounts programs/storage shop/catalog trade/cart',
  'people/staff': 'pages/mail people/accounts people/audit people/auth',
  'programs/rest':
    'people/accounts people/audit people/auth programs/storage shop/catalog trade/orders trade/payments trade/purchase',
  'shop/banners': 'people/audit programs/storage shop/market',
  'shop/alerts': 'pages/mail people/accounts people/notifications shop/catalog shop/stock',
  'shop/catalog': 'people/accounts people/audit programs/storage shop/search shop/stock',
  'shop/delivery': 'shop/catalog',
  'shop/market': 'people/audit programs/storage shop/catalog',
  'shop/previews': 'people/audit programs/storage shop/banners shop/catalog shop/market shop/site-pages',
  'shop/reviews':
    'pages/mail people/accounts people/audit people/notifications shop/catalog trade/fulfilment trade/orders',
  'shop/saved': 'shop/catalog',
  'shop/site-pages': 'people/audit shop/catalog shop/market',
  'shop/sellers':
    'pages/mail people/accounts people/audit people/notifications programs/storage shop/catalog shop/delivery',
  'trade/billing':
    'pages/mail people/accounts people/audit trade/fulfilment trade/orders trade/payments trade/purchase',
  'trade/cart': 'shop/catalog shop/stock',
  'trade/conversations': 'pages/mail people/accounts people/audit people/notifications shop/catalog trade/orders',
  'trade/fulfilment':
    'pages/mail people/accounts people/audit people/notifications shop/catalog shop/delivery shop/stock trade/orders trade/payments',
  'trade/orders':
    'pages/mail people/accounts people/audit shop/catalog shop/delivery shop/stock trade/payments trade/stats',
  'trade/purchase': 'shop/catalog shop/delivery shop/site-pages shop/stock trade/cart trade/orders trade/payments',
  'trade/stats': 'shop/catalog',
}

/** For each feature of the pages, the features that it may import from. */
export const features = {
  accounts: 'auth catalog conversations notifications orders',
  admin: 'auth cart conversations delivery fulfilment market orders',
  catalog: 'alerts cart reviews saved',
  checkouts: 'cart delivery orders',
  market: 'accounts',
  orders: 'cart conversations fulfilment reviews',
  seller: 'accounts cart catalog conversations delivery fulfilment market orders',
  'site-pages': 'catalog',
}

/** @param {string} text */
const words = (text) => text.split(' ').filter(Boolean)
/** @param {string} layer */
const pathOf = (layer) => PLACES[layer] ?? `^${layer}/`

const layerRules = Object.entries(layers).map(([layer, below]) => ({
  name: `${layer} imports from ${below || 'nothing else'}`,
  from: { path: pathOf(layer) },
  to: { path: '[.][jt]sx?$', pathNot: [layer, ...words(below)].map(pathOf) },
}))

/**
 * Parts of one layer: those that are not listed import from no other.
 * @param {string} folder
 * @param {Record<string, string>} parts
 * @param {string} places a pattern with the part in brackets
 */
function partRules(folder, parts, places) {
  const listed = Object.entries(parts).map(([part, others]) => ({
    name: `${folder}/${part} imports from ${others}`,
    from: { path: `^${folder}/${part}/` },
    to: { path: places, pathNot: [part, ...words(others)].map((one) => `^${folder}/${one}/`) },
  }))
  const rest = {
    name: `a part of ${folder} imports from no other that is not listed`,
    from: { path: places, pathNot: Object.keys(parts).map((one) => `^${folder}/${one}/`) },
    to: { path: places, pathNot: `^${folder}/$1/` },
  }
  return [...listed, rest]
}

const forbidden = [
  ...layerRules,
  ...partRules('server', modules, '^server/(?!platform/|operate/start/)([^/]+/[^/]+)/'),
  ...partRules('web/features', features, '^web/features/([^/]+)/'),
  { name: 'files have no import circles', from: {}, to: { circular: true } },
  { name: 'folders have no import circles', scope: 'folder', from: {}, to: { circular: true } },
  {
    name: 'no request reaches what the operator may do to every table',
    from: { path: '^(shared|db|sandbox|server|web)/', pathNot: '^server/operate/(check|backup)/' },
    to: { path: '/(check|backup)/' },
  },
]

export default {
  forbidden: forbidden.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    parser: 'swc',
    includeOnly: '^(bench|chaos|cli|db|demo|sandbox|server|shared|tests|tools|web)/',
    exclude: '[.]test[.]tsx?$',
    skipAnalysisNotInRules: true,
  },
}
