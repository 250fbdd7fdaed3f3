import type { Locator, Page } from 'playwright-core'

type Role = Parameters<Page['getByRole']>[0]

/** Presses Tab until the element of this role and name has the focus, as a keyboard user does. */
export async function tabTo(page: Page, role: Role, name: string | RegExp): Promise<Locator> {
  for (let presses = 0; presses < 120; presses++) {
    await page.keyboard.press('Tab')
    const found = page.getByRole(role, { name, exact: typeof name === 'string' })
    for (const candidate of await found.all())
      if (await candidate.evaluate((element) => element === document.activeElement)) return candidate
  }
  throw new Error(`no ${role} ${name} on the way`)
}
