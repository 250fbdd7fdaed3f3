import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { accountMessages } from '../../../shared/accounts/messages.ts'
import { areaMessages } from '../../../shared/app/area-messages.ts'
import { appMessages } from '../../../shared/app/messages.ts'
import { SHOP_NAME } from '../../../shared/app/name.ts'
import { catalogMessages } from '../../../shared/catalog/messages.ts'
import { openPage } from '../../test/open-page.tsx'

const open = async (path: string, as: 'seller' | 'admin') => {
  const page = await openPage(path, { as, answers: { 'POST /auth/v1/logout': 204, '*': 404 } })
  const menu = within(
    screen.getByRole('navigation', { name: as === 'admin' ? areaMessages.adminArea : areaMessages.sellerArea }),
  )
  const account = async (role: 'link' | 'button', name: string) => {
    await page.user.click(screen.getByRole('button', { name: appMessages.accountMenu }))
    await page.user.click(screen.getAllByRole(role, { name }).at(-1) as HTMLElement)
  }
  return { ...page, menu, account }
}
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

test.each([
  [
    'admin',
    '/admin',
    [
      'Dashboard',
      'Products',
      'Orders',
      'Users',
      'Sellers',
      'Reviews',
      'Search',
      'Activity',
      'Market',
      'Categories',
      'Banners',
      'Pages',
      'Emails',
      'Staff',
    ],
    { Dashboard: 'Admin Dashboard' },
  ],
  [
    'seller',
    '/seller',
    ['Dashboard', 'Products', 'Orders', 'Messages', 'Add New', 'Delivery', 'Settings'],
    { Dashboard: 'Seller Dashboard', 'Add New': 'Add Product', Settings: 'Seller Settings' },
  ],
] as const)(
  'the menu of the %s area links to all its pages, marks the current one, and moves the focus to the opened page',
  async (as, path, names, headings) => {
    const { user, menu } = await open(path, as)
    expect(menu.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(names)
    for (const name of [...names].reverse()) {
      menu.getByRole('link', { name }).focus()
      await user.keyboard('{Enter}')
      const shown = await heading((headings as Record<string, string>)[name] ?? name)
      await waitFor(() => expect(document.activeElement).toBe(shown))
      const current = menu.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page')
      expect(current.map(({ textContent }) => textContent)).toEqual([name])
    }
  },
)

test('the menu of an area collapses and expands', async () => {
  const { user } = await open('/seller/products', 'seller')
  const toggle = screen.getByRole('button', { name: areaMessages.sideMenu })
  for (const expanded of ['true', 'false', 'true']) {
    expect(toggle.getAttribute('aria-expanded')).toBe(expanded)
    await user.click(toggle)
  }
})

test('links lead from an area to the shop and back, and the focus moves into the opened page', async () => {
  const { user } = await open('/seller/products', 'seller')
  await user.click(screen.getByRole('link', { name: SHOP_NAME }))
  await waitFor(() => expect(location.pathname).toBe('/'))
  await waitFor(() => expect(document.activeElement?.closest('#main')).not.toBeNull())
  await user.click(await screen.findByRole('button', { name: appMessages.accountMenu }))
  await user.click(screen.getByRole('link', { name: appMessages.dashboard }))
  const shown = await heading('Seller Dashboard')
  await waitFor(() => expect(document.activeElement).toBe(shown))
  expect(screen.queryByText(catalogMessages.home)).toBeNull()
})

test.each([
  ['seller', accountMessages.sellerSettingsHeading],
  ['admin', accountMessages.adminSettingsHeading],
] as const)(
  'the account menu of a %s leads to the settings, and logs out to the sign-in page',
  async (as, settings) => {
    const { account } = await open(`/${as}/products`, as)
    await account('link', areaMessages.settings)
    const shown = await heading(settings)
    await waitFor(() => expect(document.activeElement).toBe(shown))
    await account('button', areaMessages.logout)
    await waitFor(() => expect(location.pathname).toBe('/authentication'))
    await heading(accountMessages.signInHeading)
  },
)

test('on narrow screens the menu is a bar with five entries, the last of which opens the others', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  const { user, menu } = await open('/seller/settings', 'seller')
  const namesIn = (place: typeof menu) => place.getAllByRole('link').map(({ textContent }) => textContent)
  expect(namesIn(menu)).toEqual(['Dashboard', 'Products', 'Orders', 'Messages'])
  expect(screen.queryByRole('button', { name: areaMessages.sideMenu })).toBeNull()
  const more = menu.getByRole('button', { name: areaMessages.more, current: true })
  await user.click(more)
  const others = within(await screen.findByRole('dialog', { name: areaMessages.sellerArea }))
  expect(namesIn(others)).toEqual(['Add New', 'Delivery', 'Settings'])
  others.getByRole('link', { name: 'Settings', current: 'page' })
  await user.click(others.getByRole('link', { name: 'Add New' }))
  await heading('Add Product')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(menu.getByRole('link', { name: 'Products' }))
  await heading('Products')
  expect(menu.getByRole('link', { current: 'page' }).textContent).toBe('Products')
  expect(more.getAttribute('aria-current')).toBeNull()
})

test('an area has no pages of features that are off', async () => {
  await open('/admin/payments', 'admin')
  await heading(appMessages.pageNotFoundTitle)
})
