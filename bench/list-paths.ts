import { SELLER_PRODUCT_SORTS } from '../shared/catalog/constants.ts'
import { LIST_PAGE_SIZE } from '../shared/kernel/list-constants.ts'

const WORDS = ['lamp', 'phone', 'red', 'set', 'pro', 'classic', 'zebra', 'e', 'wireless headphones', '%']
const NAMES = ['buyer 4242', 'Buyer 99', 'seller 7', 'market office', 'demo.openstall', 'no such name']

/** Returns the paths to request in turn for each list and card of the admin area, by name. */
export function adminPaths(size: { products: number; orders: number; users: number }): Record<string, string[]> {
  const order = (number: number) => `ORD${String(Math.max(1, Math.floor(number))).padStart(5, '0')}`
  return {
    'admin: figures and chart': ['/api/admin/stats'],
    ...pagesOf('admin: products', '/api/admin/products', size.products, LIST_PAGE_SIZE),
    'admin: products, search by name': searches('/api/admin/products', WORDS),
    'admin: products, a search with the most matches': ['/api/admin/products?q=a', '/api/admin/products?q=a&page=500'],
    ...pagesOf('admin: orders', '/api/admin/orders', size.orders, LIST_PAGE_SIZE),
    'admin: orders, search by id': searches('/api/admin/orders', ['4', '42', '4242', 'ORD0042', 'ord99', '000', 'x']),
    'admin: one order with its history': [0.001, 0.2, 0.5, 0.8, 1].map(
      (share) => `/api/admin/orders/${order(size.orders * share)}`,
    ),
    ...pagesOf('admin: accounts', '/api/admin/users', size.users, LIST_PAGE_SIZE),
    'admin: accounts, search': searches('/api/admin/users', NAMES),
    'admin: accounts, a search with the most matches': ['/api/admin/users?q=buyer', '/api/admin/users?q=example'],
  }
}

/** Returns the paths to request in turn for each list and card of the seller area, by name. */
export function sellerPaths(size: { products: number; orders: number }): Record<string, string[]> {
  return {
    'seller: figures and chart': ['/api/seller/stats'],
    ...pagesOf('seller: products', '/api/seller/products', size.products, LIST_PAGE_SIZE),
    'seller: products, every order': SELLER_PRODUCT_SORTS.flatMap((sort) =>
      ['asc', 'desc'].map((direction) => `/api/seller/products?sort=${sort}&direction=${direction}&page=3`),
    ),
    'seller: products, search by name': searches('/api/seller/products', WORDS),
    ...pagesOf('seller: orders', '/api/seller/orders', size.orders, LIST_PAGE_SIZE),
    'seller: orders, search by id': searches('/api/seller/orders', ['ORD0', 'ORD1', 'ORD42', 'ORD4242']),
  }
}

function pagesOf(name: string, path: string, rows: number, pageSize: number): Record<string, string[]> {
  const last = Math.max(1, Math.ceil(rows / pageSize))
  const middle = Math.max(1, Math.floor(last / 2))
  return {
    [`${name}, first page`]: [path],
    [`${name}, page ${middle}`]: [`${path}?page=${middle}`],
    [`${name}, last page`]: [`${path}?page=${last}`],
  }
}

function searches(path: string, texts: string[]): string[] {
  return texts.map((text) => `${path}?q=${encodeURIComponent(text)}`)
}
