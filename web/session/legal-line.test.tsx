// @vitest-environment happy-dom
import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { accountMessages } from '../../shared/accounts/messages.ts'
import { shownMarket, standardMarket } from '../../shared/market/footer.ts'
import { openPage } from '../test/open-page.tsx'

const page = (slug: string) => ({ slug, title: slug, in_footer: false })

async function lineOnSignUp(slugs: string[]): Promise<string[]> {
  const market = shownMarket({ ...standardMarket(), ...(slugs.length && { pages: slugs.map(page) }) })
  const { user } = await openPage('/authentication', { answers: { '*': 404 }, site: { market } })
  await user.click(await screen.findByRole('button', { name: accountMessages.toSignUp }))
  await screen.findByRole('heading', { name: accountMessages.signUpHeading })
  return screen.queryAllByText(/^By signing up/).map(({ textContent }) => textContent ?? '')
}

test('a visitor who signs up reads what they agree to, as far as it is published', async () => {
  expect(await lineOnSignUp([])).toEqual([])
  expect(await lineOnSignUp(['about', 'privacy'])).toEqual(['By signing up you agree to the privacy policy.'])
  expect(await lineOnSignUp(['terms', 'privacy'])).toEqual([
    'By signing up you agree to the terms and the privacy policy.',
  ])
  expect(screen.getByRole('link', { name: 'terms' }).getAttribute('href')).toBe('/terms')
})
