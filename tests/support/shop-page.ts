import type { Page } from 'playwright-core'

const PASSWORD = 'a long enough phrase'

export const newEmail = () => `${crypto.randomUUID()}@example.com`

/** Waits until the cart in the header has this name. */
export const cartIsNamed = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('link', { name, exact: true }).waitFor()

export const addToCart = (page: Page) => page.getByRole('button', { name: 'Add to Cart' }).click()

/** Returns what the browser has stored under a key. */
export const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

/** Fills in and submits the sign-up form. */
export async function signUpAtForm(
  page: Page,
  email: string,
  { role = 'Buyer', confirmation = PASSWORD } = {},
): Promise<void> {
  await page.getByLabel('Display Name').fill('Sample User')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm Password').fill(confirmation)
  await page.getByLabel(role).check()
  await page.getByRole('button', { name: 'Sign up' }).click()
}

/** Opens the sign-up form. */
export async function openSignUp(page: Page): Promise<void> {
  await page.goto('/authentication')
  await page.getByRole('button', { name: "Don't have an account?" }).click()
  await page.getByRole('heading', { level: 1, name: 'Create your account' }).waitFor()
}

/** Logs out by the account menu. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByText('Logged out successfully', { exact: true }).waitFor()
}

/**
 * Waits until React hears what is pressed on the page; before, the browser itself follows links and sends searches. Documents
 * without an application, and those that say that it did not load, are taken as they are.
 */
export async function untilAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const root = document.getElementById('root')
    if (!root || document.getElementById('scripts-failed')?.hidden === false) return true
    return Object.keys(root).some((key) => key.startsWith('__reactContainer'))
  })
}

/** Makes the documents of a page run from right to left, as with another `DIRECTION`. */
export async function turnAround(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace(' dir="ltr"', ' dir="rtl"') })
  })
}
