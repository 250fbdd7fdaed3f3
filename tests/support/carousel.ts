import type { Locator, Page } from 'playwright-core'

/** Returns the banners of the home page. */
export const carousel = (page: Page): Locator => page.getByRole('region', { name: /offers|carousel|highlights/i })
