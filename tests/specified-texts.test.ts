import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Market, openMarket } from './support/market.ts'

const ROOT = join(import.meta.dirname, '..')
const TOOL = join(ROOT, '..', 'shared', 'tools', 'spec-strings.mjs')

/** Texts of screens that are not built yet: the seller's, the admin's, and editing of one's own profile. */
const NOT_YET = [
  'Logged out successfully!',
  'Are you sure you want to delete this product?',
  'Seller Settings',
  'Update Password',
  'New Password',
  'Confirm New Password',
  'Admin Dashboard',
  'Last 30 Days Sales',
  'Search products...',
  'Search by Order ID...',
  'Order #{id}',
  'Address not available',
  'No products available',
  'Update Status',
  'No order ID provided',
  'Loading...',
  'No order found',
  'Error loading order details: ...',
  'Please select a featured image.',
  'You can only upload up to 3 additional images.',
  'You can select up to 3 categories.',
  'Failed to update profile. Please try again.',
  'Failed to update profile picture. Please try again.',
  'Failed to add product. Please try again.',
  'Failed to update product. Please try again.',
  'Failed to delete the product. Please try again.',
  'Error parsing product images. Please try refreshing the page.',
  'Invalid product image format. Please try refreshing the page.',
  'Error compressing image: {message}',
  'Failed to fetch total products',
  'Failed to upload featured image',
  'Failed to upload other images',
  'Failed to insert new product',
  'Failed to fetch last product ID',
  'Failed to fetch seller info',
  'Error updating password: ',
  'Failed to delete product: {message}',
  'Failed to update flash sale status: {message}',
  'Error fetching products: {message}',
  'Failed to update status: {message}',
  'Unknown error',
  'Profile updated successfully!',
  'Profile picture updated successfully!',
  'Product added successfully!',
  'Product updated successfully!',
  'Product deleted successfully',
  'Password updated successfully',
  'Flash sale enabled successfully',
  'Flash sale disabled successfully',
  'Order status updated to {status}',
  'Failed to fetch admin stats',
  'Total Profit',
]

/** What the screens of visitors and buyers show at once, by the letter. */
const SHOWN: Record<string, string[]> = {
  '/': [
    ...['Flash Sale OnGoing!', 'Browse By Category', 'Just For You', 'All', 'Audio', 'Automotive', 'Cameras'],
    ...['Computers', 'Fashion', 'Gaming', 'Groceries', 'Home & Furniture', 'Home & Lighting', 'Phones', 'Speakers'],
    ...['Tools & Hardware', 'Toys', 'TVs', 'Wearables', 'Sign In'],
    ...['About Us', 'Quick Links', 'Contact Us', 'Follow Us', 'Home', 'Products', 'About', 'Contact'],
    ...['Facebook', 'Twitter', 'GitHub', 'Linkedin'],
  ],
  '/category/audio': ['Prev', 'Next'],
  '/category/nothing': ['No products found in this category.'],
  '/product/PRD00001': ['Add to Cart', 'Buy Now', 'Total', 'Related Products'],
  '/product/PRD99999': ['Product not found'],
  '/search?q=lamp': ['All Categories'],
  '/cart': ['Your cart is empty', 'Add some products'],
  '/checkout': ['Your cart is empty', 'Continue Shopping'],
  '/order-tracking': ['Please log in to track your order.'],
  '/authentication': ['Welcome back', 'Sign in', "Don't have an account?"],
  '/products': [
    'Oops! Something went wrong.',
    "We're sorry, but we couldn't find the page you were looking for.",
    'Go back to homepage',
  ],
}

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market?.close())

test.runIf(existsSync(TOOL))('no text of the specification is missing, but those of screens to come', async () => {
  const run = promisify(execFile)(process.execPath, [TOOL, ROOT])
  const { stdout } = await run.catch((failure: { stdout: string }) => failure)
  const missing = stdout.trimEnd().split('\n').slice(0, -1)
  expect(missing.filter((text) => !NOT_YET.includes(text))).toEqual([])
  expect(NOT_YET.filter((text) => !missing.includes(text))).toEqual([])
})

test.each(Object.entries(SHOWN))('%s shows its texts by the letter', async (path, texts) => {
  const { page, context } = await market.visitor()
  await page.goto(path)
  for (const text of texts) await page.getByText(text, { exact: true }).first().waitFor({ state: 'attached' })
  await context.close()
})

test('the sign-up form shows its texts by the letter', async () => {
  const { page } = await market.visitor()
  await page.goto('/authentication')
  await page.getByRole('button', { name: "Don't have an account?", exact: true }).click()
  await page.getByRole('heading', { name: 'Create your account', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Sign up', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Already have an account?', exact: true }).waitFor()
  for (const field of ['Display Name', 'Email', 'Password', 'Confirm Password', 'Buyer', 'Seller'])
    await page.getByLabel(field, { exact: true }).waitFor()
})
