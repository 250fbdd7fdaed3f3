import { type ComponentProps, createElement, type ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createStaticRouter, Link as RouterLink, StaticRouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { StaticLink } from './link.tsx'

/** Returns the HTML of an element on a page of the shop. */
function render(element: ReactElement): string {
  const route = { id: 'page', path: '/product/:id', element }
  const match = { params: {}, pathname: '/product/PRD00001', pathnameBase: '/product/PRD00001', route }
  const context = {
    basename: '/',
    location: { pathname: '/product/PRD00001', search: '?a=b', hash: '', state: null, key: 'default', mask: undefined },
    matches: [match],
    loaderData: {},
    actionData: null,
    errors: null,
    statusCode: 200,
    loaderHeaders: {},
    actionHeaders: {},
    _match: () => null,
  }
  const router = createStaticRouter([route], context)
  return renderToString(createElement(StaticRouterProvider, { router, context, hydrate: false }))
}

const LINKS: ComponentProps<typeof RouterLink>[] = [
  ...['/', '/products', '/category/home%20%26%20lighting', '/product/PRD00001', '/search?q=a+b&page=2', '/a-b/c_d'],
  ...['/authentication?from=%2Fproduct%2FPRD00001', '/search?q=a//b/../c', '/a/?b=c', '/a?', '/a/', '//other.example'],
  ...['', '.', '..', '?page=2', '#part', '/a#part', '/a?b#c', '/a/../b', '/a//b', 'a/b', 'https://other.example/a'],
  ...['/ü', '/a b', '/a"b', '/seller/../admin', '/a.b'],
]
  .map((to): ComponentProps<typeof RouterLink> => ({ to, children: 'Text' }))
  .concat([
    { to: { pathname: '/search', search: '?q=a' }, children: 'Text' },
    { to: { search: '?page=2' }, children: 'Text' },
    {
      to: '/cart',
      replace: true,
      state: { a: 1 },
      preventScrollReset: true,
      viewTransition: true,
      className: 'a',
      title: '"quoted" & <b>',
      'aria-label': 'Cart',
      target: '_blank',
      rel: 'next',
      onClick: () => {},
      children: [createElement('b', { key: 1 }, 'Bold'), 'text'],
    },
    { to: '/cart', reloadDocument: true, relative: 'path', children: 'Text' },
  ])

test.each(LINKS)('the server renders the element that the browser expects: %j', (props) => {
  expect(render(createElement(StaticLink, props))).toBe(render(createElement(RouterLink, props)))
})
