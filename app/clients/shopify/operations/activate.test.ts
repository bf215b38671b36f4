import { parse } from 'graphql'
import { expect, test } from 'vitest'
import * as operations from './activate.ts'

const site = { uuid: '0c4d6f4e-7d0a-4c5e-8f56-2f2c0f6b7a31', host: 'https://footfall.example' }
const key = '0123456789abcdef0123456789abcdef'

const documents = Object.entries(operations).flatMap(([name, text]) =>
  typeof text === 'string' ? [[name, text] as const] : [],
)

test.each(documents)('%s is one named operation', (_name, text) => {
  const { definitions } = parse(text)

  expect(definitions).toMatchObject([
    { kind: 'OperationDefinition', name: { value: expect.stringMatching(/^[A-Z]\w+$/) as string } },
  ])
})

test('the theme finds the site in the metafields of the installation', () => {
  const owner = 'gid://shopify/AppInstallation/7'

  expect(operations.metafieldsVariables(owner, site)).toEqual({
    metafields: [
      {
        ownerId: owner,
        namespace: 'footfall',
        key: 'site',
        type: 'single_line_text_field',
        value: site.uuid,
      },
      {
        ownerId: owner,
        namespace: 'footfall',
        key: 'host',
        type: 'single_line_text_field',
        value: site.host,
      },
    ],
  })
})

test('the web pixel gets its settings as JSON text, on creation and on change', () => {
  const { webPixel } = operations.createWebPixelVariables(site, key)

  expect(JSON.parse(webPixel.settings)).toEqual({ site: site.uuid, host: site.host, key })
  expect(operations.updateWebPixelVariables('gid://shopify/WebPixel/3', site, key)).toEqual({
    id: 'gid://shopify/WebPixel/3',
    webPixel,
  })
})
