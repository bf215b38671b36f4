import { expect, test } from 'vitest'
import type { ConnectableName } from '#app/contract/integrations.ts'
import { shopPlatforms } from '#app/domain/sites/home-page/platform.ts'
import { directIntegrations, isForSite } from './listed.ts'

type Site = Parameters<typeof isForSite>[1]

const connectedWith = (...names: ConnectableName[]): Site => ({
  homePage: null,
  isConnected: (name) => names.includes(name),
})
const offered = (site: Site) =>
  directIntegrations.filter((one) => isForSite(one, site)).map(({ name }) => name)

test('an app of Shopify is offered where the home page or a connection is Shopify’s', () => {
  expect(offered({ ...connectedWith(), homePage: 'shopify' })).toContain('vitals')
  expect(offered(connectedWith('wordpress', 'shopify'))).toContain('vitals')
  // A second system, for example a blog in front of the shop.
  expect(offered({ ...connectedWith('shopify'), homePage: 'wordpress' })).toContain('vitals')
})

test('shops of other platforms, and sites whose platform is unknown, see the rest', () => {
  const rest = directIntegrations.map(({ name }) => name).filter((name) => name !== 'vitals')

  for (const homePage of [null, ...shopPlatforms.filter((one) => one !== 'shopify')]) {
    expect(offered({ ...connectedWith(), homePage })).toEqual(rest)
  }
  expect(offered(connectedWith('wordpress', 'stripe'))).toEqual(rest)
})
