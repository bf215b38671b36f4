import { expect, test } from 'vitest'
import { integrations } from '#app/integrations/registry.ts'
import { HeldUp, Intercepted, TryLater } from '#app/lib/web/provider-errors.ts'
import { forOwner } from './for-owner.ts'

const at = new Date('2026-03-01T12:00:00Z')

const advised = (by: Intercepted['by']) =>
  integrations
    .filter(
      (one) => forOwner(new Intercepted({ sentence: 'Allow it.', by }, at), one) instanceof HeldUp,
    )
    .map(({ name }) => name)

test('a page is a firewall of the customer where they chose the server', () => {
  expect(advised('page').toSorted()).toEqual(['magento', 'prestashop', 'wordpress'])
})

test('a redirect is a move where the customer entered an address that is called', () => {
  expect(advised('redirect').toSorted()).toEqual([
    'active_campaign',
    'magento',
    'prestashop',
    'shopify',
    'wordpress',
  ])
})

test('a page of a service that its vendor runs is a fault that passes', () => {
  const [stripe] = integrations.filter(({ name }) => name === 'stripe')
  if (!stripe) throw new Error('Stripe isn’t registered.')

  const failure = forOwner(new Intercepted({ sentence: 'Allow it.', by: 'page' }, at), stripe)

  expect(failure).toBeInstanceOf(TryLater)
  expect(failure).not.toBeInstanceOf(HeldUp)
  expect(failure).toMatchObject({ at })
})
