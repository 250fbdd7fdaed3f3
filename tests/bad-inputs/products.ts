import { wellFilled } from '../support/product-form.ts'
import { bodies, form, json, longBoundary, packedForm, requests } from './bad-input.ts'

const INVALID = [400, 'invalid_request'] as const
const ADD = 'POST /api/seller/products'
const EDIT = 'PUT /api/seller/products/PRD00001'
/** A picture of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const picture = { name: 'featured', file: 'a.png', content: PNG }
/** A valid form except for one change. */
const but = (change: object) =>
  form([{ name: 'product', content: JSON.stringify({ ...wellFilled, ...change }) }, picture])
const NO_PICTURE = [415, 'not_a_picture'] as const
/** A form whose picture has this content. */
const pictured = (content: string | Buffer) => form([product, { ...picture, content }])
const product = { name: 'product', content: JSON.stringify(wellFilled) }

export const productInputs = [
  ...requests('C1', 'owner', [
    ['no name', ADD, ...INVALID, but({ product_name: undefined })],
    ['an empty name', ADD, ...INVALID, but({ product_name: '' })],
    ['a name of spaces', ADD, ...INVALID, but({ product_name: '   ' })],
    ['a name of invisible characters', ADD, ...INVALID, but({ product_name: '\u200b\u2060\u3164\ufeff' })],
    ['a name as a number', ADD, ...INVALID, but({ product_name: 1 })],
    ['a name of 201 characters', ADD, ...INVALID, but({ product_name: 'x'.repeat(201) })],
    ['no category list', ADD, ...INVALID, but({ product_category: undefined })],
    ['an unknown category', ADD, ...INVALID, but({ product_category: ['Weapons'] })],
    ['a category in lower case', ADD, ...INVALID, but({ product_category: ['audio'] })],
    ['four categories', ADD, ...INVALID, but({ product_category: ['Audio', 'Cameras', 'Toys', 'TVs'] })],
    ['a category twice', ADD, ...INVALID, but({ product_category: ['Audio', 'Audio'] })],
    ['a category as text', ADD, ...INVALID, but({ product_category: 'Audio' })],
    ['a description as a number', ADD, ...INVALID, but({ product_desc: 1 })],
    ['a description without visible text', ADD, 400, 'details_needed', but({ product_desc: '<p> <br>&nbsp;</p>' })],
    ['a description of invisible characters', ADD, 400, 'details_needed', but({ product_desc: '<p>\u200b</p>' })],
    ['no revision', EDIT, ...INVALID, but({})],
    ['a revision as text', EDIT, ...INVALID, but({ revision: '1' })],
    ['revision 0', EDIT, ...INVALID, but({ revision: 0 })],
    ['a revision too large for the database', EDIT, ...INVALID, but({ revision: 2 ** 31 })],
    ['a negative price', EDIT, ...INVALID, but({ revision: 1, product_price: -0.01 })],
    ['no pictures', EDIT, ...INVALID, but({ revision: 1, images: [] })],
    ['a picture that was not sent', EDIT, 400, 'unknown_picture', but({ revision: 1, images: ['other'] })],
    ['a revision from the future', EDIT, 409, 'newer_revision', but({ revision: 7 })],
  ]),
  ...requests('C2', 'owner', [
    ['a NUL in the name', ADD, ...INVALID, but({ product_name: 'a\u0000b' })],
    ['a line break in the name', ADD, ...INVALID, but({ product_name: 'a\nb' })],
    ['half a surrogate pair in the name', ADD, ...INVALID, but({ product_name: '\ud800' })],
    ['a NUL in the description', ADD, ...INVALID, but({ product_desc: '<p>\u0000</p>' })],
  ]),
  ...requests('E6', 'owner', [
    ['a description of 50,001 bytes', ADD, ...INVALID, but({ product_desc: `<p>${'x'.repeat(50_001)}</p>` })],
    ['50,001 bytes in fewer characters', ADD, ...INVALID, but({ product_desc: 'é'.repeat(25_001) })],
  ]),
  ...requests('D1', 'owner', [
    ['no price', ADD, ...INVALID, but({ product_price: undefined })],
    ['a price as text', ADD, ...INVALID, but({ product_price: '24.50' })],
    ['a negative price', ADD, ...INVALID, but({ product_price: -0.01 })],
    ['a price in tenths of cents', ADD, ...INVALID, but({ product_price: 1.005 })],
    ['a price of 10,000,000', ADD, ...INVALID, but({ product_price: 10_000_000 })],
    ['a price of 10²¹', ADD, ...INVALID, but({ product_price: 1e21 })],
    ['the smallest number', ADD, ...INVALID, but({ product_price: 5e-324 })],
    [
      'a price out of range',
      ADD,
      ...INVALID,
      form([{ name: 'product', content: JSON.stringify(wellFilled).replace('24.5', '1e999') }, picture]),
    ],
  ]),
  ...requests('E5', 'owner', [
    ['no pictures', ADD, ...INVALID, but({ images: [] })],
    ['five pictures', ADD, ...INVALID, but({ images: ['featured', 'a', 'b', 'c', 'd'] })],
    ['a picture twice', ADD, ...INVALID, but({ images: ['featured', 'featured'] })],
    ['a picture that was not sent', ADD, 400, 'unknown_picture', but({ images: ['featured', 'other'] })],
    ["another site's picture", ADD, 400, 'unknown_picture', but({ images: ['https://evil.example/a.png'] })],
    ['a file of the server', ADD, 400, 'unknown_picture', but({ images: ['file:///etc/passwd'] })],
    ['the prototype of a picture', ADD, 400, 'unknown_picture', but({ images: ['__proto__'] })],
  ]),
  ...requests('C1', 'owner', [
    ['JSON instead of a form', ADD, 415, 'unsupported_media_type', { body: wellFilled }],
    ['a form without a boundary', ADD, ...INVALID, { body: 'x', headers: { 'content-type': 'multipart/form-data' } }],
    ['a form with a boundary of 300 characters', ADD, ...INVALID, longBoundary],
    ['a compressed form', ADD, ...INVALID, packedForm],
    ['a form without a product', ADD, ...INVALID, form([picture])],
    ['a product that is not JSON', ADD, ...INVALID, form([{ name: 'product', content: '{' }, picture])],
    ['a product that is null', ADD, ...INVALID, form([{ name: 'product', content: 'null' }, picture])],
    ['two products', ADD, ...INVALID, form([product, product, picture])],
    ['two files of one name', ADD, ...INVALID, form([product, picture, picture])],
    ['a field of the prototype', ADD, ...INVALID, form([product, { name: '__proto__', content: 'x' }, picture])],
    ['eleven more fields', ADD, ...INVALID, form([product, ...new Array(11).fill({ name: 'x', content: 'x' })])],
  ]),
  ...requests('E1', 'owner', [
    [
      'five files',
      ADD,
      413,
      'too_many_pictures',
      form([product, ...['featured', 'a', 'b', 'c', 'd'].map((name) => ({ ...picture, name }))]),
    ],
    ['a truncated form', ADD, ...INVALID, form([product, picture], { end: '' })],
    ['an SVG picture', ADD, ...NO_PICTURE, pictured('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a truncated picture', ADD, ...NO_PICTURE, pictured(PNG.subarray(0, 30))],
    ['a page declared as a picture', ADD, ...NO_PICTURE, pictured('<html>')],
    ['an empty picture', ADD, ...NO_PICTURE, pictured('')],
    ['a picture of 11 MB', ADD, 413, 'picture_too_large', pictured(Buffer.concat([PNG, Buffer.alloc(11_000_000)]))],
  ]),
  ...requests('A7', 'seller', [
    ["another seller's product", EDIT, 404, 'product_not_found', but({ revision: 1 })],
    ["another seller's product", 'DELETE /api/seller/products/PRD00001', 404, 'product_not_found'],
    ["another seller's product", 'DELETE /rest/v1/products', 404, 'Product not found', { body: { id: 'PRD00001' } }],
    [
      "another seller's product",
      'PATCH /rest/v1/products',
      404,
      'Product not found',
      { body: { id: 'PRD00001', product_price: 1 } },
    ],
  ]),
  ...bodies('C1', 'owner', 'PATCH /rest/v1/products', [
    ['no id', { product_price: 1 }, 400, 'Product ID is required'],
    ['two ids', { id: 'PRD00001', product_id: 'PRD00002', product_price: 1 }, 400, 'id: differs from product_id'],
    ['nothing to change', { id: 'PRD00001' }, 400, 'There is nothing in this row that you can change.'],
    ['sales only', { id: 'PRD00001', total_sales: 1000 }, 400, 'There is nothing in this row that you can change.'],
    ['flash sale only', { id: 'PRD00001', flash_sale: true }, 400, 'There is nothing in this row that you can change.'],
  ]),
  ...requests('C1', 'owner', [
    ['an empty table', 'POST /rest/v1/products', 400, 'Invalid input: expected object, received null'],
    ['a body that is not JSON', 'DELETE /rest/v1/products', 400, 'The request could not be read.', json('PRD00001')],
    ['a sort column', 'GET /api/seller/products?sort=seller_id', ...INVALID],
    ['an unknown direction', 'GET /api/seller/products?direction=up', ...INVALID],
    ['page 0', 'GET /api/seller/orders?page=0', ...INVALID],
    ['an unknown state', 'GET /api/seller/orders?state=lost', ...INVALID],
    ['an unknown order of a list', 'GET /api/seller/orders?sort=buyer', ...INVALID],
    ['a bell', 'GET /api/seller/orders?q=%07', ...INVALID],
    ['an unknown view', 'GET /api/seller/orders?view=x', ...INVALID],
    ['a NUL', 'GET /api/seller/products?q=%00', ...INVALID],
    ['no order', 'GET /api/seller/orders/ORD1', 404, 'order_not_found'],
    ['page 0', 'GET /api/seller/products?page=0', ...INVALID],
    ['no id', 'DELETE /api/seller/products/1', ...INVALID],
  ]),
]
