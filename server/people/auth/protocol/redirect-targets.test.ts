import { describe, expect, test } from 'vitest'
import { allowedTarget } from './redirect-targets.ts'

const site = {
  siteUrl: 'https://shop.example',
  redirectTargets: [
    'https://app.example',
    'https://page.example/after',
    'https://deep.example/in/**',
    'shop-app://signed-in',
  ],
}

describe('B11: a target is allowed when its origin is exactly a configured one', () => {
  test.each([
    ['https://shop.example', 'https://shop.example/'],
    ['https://shop.example/new-password?x=1#y', 'https://shop.example/new-password?x=1#y'],
    ['https://SHOP.example:443/a', 'https://shop.example/a'],
    ['https://shop.example\\a', 'https://shop.example/a'],
    ['https://app.example/any/path', 'https://app.example/any/path'],
    ['https://page.example/after?x=1', 'https://page.example/after?x=1'],
    ['https://deep.example/in/a/b', 'https://deep.example/in/a/b'],
    ['shop-app://signed-in', 'shop-app://signed-in'],
  ])('%s', (target, result) => expect(allowedTarget(site, target)).toBe(result))
})

describe('B11: anything else is replaced by the site', () => {
  test.each([
    undefined,
    null,
    7,
    ['https://shop.example/'],
    '',
    '/path',
    '//evil.example',
    'https://evil.example/',
    'http://shop.example/',
    'https://shop.example:444/',
    'https://shop.example.evil.example/',
    'https://evil-shop.example/',
    'https://sub.shop.example/',
    'https://shop.example@evil.example/',
    'https://evil.example/https://shop.example/',
    'https://evil.example#https://shop.example/',
    'https://evil.example\\@shop.example/',
    'https://user:secret@shop.example/',
    'https://page.example/',
    'https://page.example/after/all',
    'https://page.example/after/../elsewhere',
    'https://deep.example/in',
    'https://deep.example/in/../out',
    'https://deep.example/in/%2e%2e/out',
    'http://localhost:3000/',
    'http://127.0.0.1/',
    'javascript:alert(1)',
    'data:text/html,x',
    'shop-app://elsewhere',
    'blob:https://shop.example/x',
    `https://shop.example/${'x'.repeat(2048)}`,
    `https://shop.example/${'ü'.repeat(1000)}`,
  ])('%j', (target) => expect(allowedTarget(site, target)).toBe('https://shop.example/'))
})

test.each([
  ['http://localhost:5173/x', true],
  ['http://127.0.0.1:5173/', true],
  ['http://[::1]:5173/', true],
  ['http://2130706433:5173/', false],
  ['http://0x7f000001:5173/', false],
  ['http://0x7f.1/', false],
  ['http://017700000001/', false],
  ['http://127.1:5173/', false],
  ['http://127.0.0.01/', false],
  ['http://%31%32%37.0.0.1/', false],
  ['http://１２７.0.0.1/', false],
  ['http://localhost.evil.example/', false],
  ['http://127.0.0.1.evil.example/', false],
  ['https://shop.example/', false],
])('while the site runs on loopback, its other ports are allowed: %s', (target, allowed) => {
  const development = { siteUrl: 'http://localhost:3000', redirectTargets: [] }
  expect(allowedTarget(development, target)).toBe(allowed ? target : 'http://localhost:3000/')
})
