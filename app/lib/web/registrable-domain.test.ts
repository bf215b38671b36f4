import { expect, test } from 'vitest'
import { registrableDomain } from './registrable-domain.ts'

test.each([
  ['oak.com', 'oak.com'],
  ['www.oak.com', 'oak.com'],
  ['de.shop.oak.com', 'oak.com'],
  ['shop.oak.co.uk', 'oak.co.uk'],
  ['oak.com.au', 'oak.com.au'],
  ['oak.myshopify.com', 'oak.myshopify.com'],
  ['ash.myshopify.com', 'ash.myshopify.com'],
  // Endings that few know, below which customers have names.
  ['oak.shopware.store', 'oak.shopware.store'],
  ['www.oak.uk.com', 'oak.uk.com'],
  ['oak.vercel.app', 'oak.vercel.app'],
  ['oak.k12.tr', 'oak.k12.tr'],
  ['xn--tpfe-5qa.example', 'xn--tpfe-5qa.example'],
  ['127.0.0.1', '127.0.0.1'],
  ['localhost', 'localhost'],
  ['[::1]', '[::1]'],
  ['oak.com.evil.example', 'evil.example'],
])('%s belongs to %s', (host, domain) => {
  expect(registrableDomain(host)).toBe(domain)
})
