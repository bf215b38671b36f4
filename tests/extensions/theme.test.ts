/** The theme app extension: Shopify's own checks, its schemas and texts, and what it renders. */
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DomUtils, parseDocument } from 'htmlparser2'
import { afterAll, expect, test } from 'vitest'
import { blockHandle, blockSelector } from '#app/contract/theme-blocks.ts'
import { inlineNudgeTypes, nudgeDefinitions } from '#app/domain/nudges/types/registry.ts'
import {
  blockNames,
  extension,
  findText,
  readBlock,
  readLocale,
  readSchema,
  renderBlock,
  type Texts,
  type ThemePage,
} from './theme-double.ts'

const languages = ['de', 'en.default', 'es', 'fr', 'nl']
const connected = {
  site: '0c4d6f4e-7d0a-4c5e-8f56-2f2c0f6b7a31',
  host: 'https://footfall.example',
}
const hostile = `"'></script><script>alert(1)</script><!--{{ x }}`

const folder = mkdtempSync(path.join(tmpdir(), 'theme-check-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

/** Findings of Shopify's checks in an extension, each as `file: check`. */
const checkTheme = async (root: string) => {
  // They look for newer documentation in the network, and keep it in the user's cache folder. When
  // both are missing, they use what they come with.
  process.env.SHOPIFY_TLD_ROOT = folder
  process.env.XDG_CACHE_HOME = folder
  const { check } = await import('@shopify/theme-check-node')
  const offenses = await check(root)
  return offenses.map((one) => `${path.basename(one.uri)}: ${one.check}: ${one.message}`)
}

test('theme check reports nothing', async () => {
  expect(await checkTheme(path.resolve(extension))).toEqual([])
}, 120_000)

test('theme check reads the blocks, the end of their schemas and the texts', async () => {
  const copy = path.join(folder, 'broken')
  cpSync(extension, copy, { recursive: true })
  const block = readBlock('stock-level')
  const write = (name: string, text: string) =>
    writeFileSync(path.join(copy, `blocks/${name}.liquid`), text)
  write('stock-level', `{{ nothing }}{{ 'no.text' | t }}${block}`)
  writeFileSync(path.join(copy, 'locales/de.json'), '{ "embed": {} }')
  write('purchase', block.replace('{% endschema %}', ''))

  const found = await checkTheme(copy)

  expect(found).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^stock-level.liquid: UndefinedObject/),
      expect.stringMatching(/^stock-level.liquid: TranslationKeyExists/),
      expect.stringMatching(/^de.json: MatchingTranslations/),
      expect.stringMatching(/^purchase.liquid: LiquidHTMLSyntaxError/),
    ]),
  )
}, 120_000)

test('the extension has only the folders and kinds of files that Shopify takes', () => {
  const files = readdirSync(extension, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(path.join(extension, name)).isFile(),
  )
  const allowed =
    /^(?:shopify\.extension\.toml|\.theme-check\.yml|assets\/[\w.-]+\.(?:jpe?g|json|js|css|png|svg|wasm)|(?:blocks|snippets)\/[\w-]+\.liquid|locales\/[a-z]{2}(?:\.default)?(?:\.schema)?\.json)$/
  const sizeOf = (pattern: RegExp) =>
    files
      .filter((name) => pattern.test(name))
      .reduce((sum, name) => sum + statSync(path.join(extension, name)).size, 0)

  expect(files.filter((name) => !allowed.test(name))).toEqual([])
  expect(blockNames.length).toBeLessThanOrEqual(30)
  expect(sizeOf(/\.liquid$/)).toBeLessThanOrEqual(500 * 1024)
  expect(sizeOf(/\.js$/)).toBeLessThanOrEqual(10_000)
  expect(sizeOf(/\.css$/)).toBe(0)
})

test.each(blockNames)('the schema of %s is complete in every language', (name) => {
  const { name: title, target, settings } = readSchema(name)
  const keys = [
    title,
    ...settings.flatMap(({ label, info, content, options = [] }) =>
      [label, info, content, ...options.map((option) => option.label)].filter(
        (text) => text !== undefined,
      ),
    ),
  ]

  expect(target).toBe(name === 'embed' ? 'body' : 'section')
  expect(keys.filter((key) => !key.startsWith('t:'))).toEqual([])
  for (const language of languages) {
    const locale = readLocale(`${language}.schema`)
    const texts = keys.map((key) => findText(locale, key.slice('t:'.length)))
    expect(texts[0]?.length, language).toBeLessThanOrEqual(25)
    expect(texts.filter((text) => text === '' || text.trim() !== text)).toEqual([])
  }
})

test.each(blockNames)('the settings of %s are ones that Shopify takes', (name) => {
  const { settings } = readSchema(name)
  const ids = settings.flatMap(({ id }) => (id === undefined ? [] : [id]))

  expect(new Set(ids).size).toBe(ids.length)
  for (const { type, id, min = 0, max = 0, step = 1, default: value, options = [] } of settings) {
    expect(['paragraph', 'header', 'checkbox', 'text', 'select', 'range']).toContain(type)
    expect(id === undefined).toBe(type === 'paragraph' || type === 'header')
    if (type === 'select') expect(options.map((option) => option.value)).toContain(value)
    if (type !== 'range') continue
    expect((max - min) / step).toBeLessThanOrEqual(100)
    expect((Number(value) - min) % step).toBe(0)
  }
})

test('all languages have the same texts', () => {
  const keysOf = (texts: Texts, before = ''): string[] =>
    Object.entries(texts).flatMap(([key, text]) =>
      typeof text === 'string' ? [`${before}${key}`] : keysOf(text, `${before}${key}.`),
    )

  for (const suffix of ['', '.schema']) {
    const expected = keysOf(readLocale(`en.default${suffix}`))
    expect(expected.length).toBeGreaterThan(10)
    for (const language of languages) {
      expect(keysOf(readLocale(`${language}${suffix}`)), language + suffix).toEqual(expected)
    }
  }
})

test.each(inlineNudgeTypes)('the block of %s has its name, and is its place', async (type) => {
  const html = await renderBlock(blockHandle(type), {})

  const name = nudgeDefinitions[type].labels.name
  expect(findText(readLocale('en.default.schema'), `blocks.${type}`)).toBe(name)
  expect(findText(readLocale('en.default'), `types.${type}`)).toBe(name)
  expect(elementsIn(html)).toEqual([
    {
      name: 'footfall-place',
      attribs: {
        'data-footfall-place': type,
        style: 'display: block; min-height: 32px; text-align: start;',
        'data-shopify-editor-block': 'A1',
      },
    },
  ])
  expect(blockSelector(type)).toBe(`[data-footfall-place="${type}"]`)
  expect(textOf(html)).toBe('')
})

test('a place takes its settings, and nothing else from them', async () => {
  const render = async (settings: Record<string, unknown>) =>
    elementsIn(await renderBlock('stock-level', { settings }))

  expect(await render({ place: ' top ', alignment: 'center', height: 116 })).toMatchObject([
    {
      attribs: {
        'data-footfall-place': 'top',
        style: 'display: block; min-height: 116px; text-align: center;',
      },
    },
  ])
  expect(await render({ place: hostile, alignment: hostile, height: hostile })).toMatchObject([
    {
      name: 'footfall-place',
      attribs: {
        'data-footfall-place': hostile,
        style: 'display: block; min-height: 0px; text-align: start;',
      },
    },
  ])
})

test('in the theme editor a place shows what will be there', async () => {
  const html = await renderBlock('stock-level', { request: { design_mode: true } })

  expect(textOf(html)).toBe(
    'Stock level: Shows here when there is data. Placement in Footfall: [data-footfall-place="stock_level"]',
  )
})

test('in the theme editor nothing loads and nothing counts, and a note says what is on', async () => {
  const render = (page: ThemePage) =>
    renderBlock('embed', { ...page, request: { design_mode: true } })

  const [on, off] = [await render({ metafields: connected }), await render({})]

  expect(textOf(on)).toMatch(/^Footfall is on\./)
  expect(textOf(off)).toMatch(/^Open Footfall in your Shopify admin/)
  expect(on + off).not.toContain('<script')
})

/** Attributes of the only element that the embed renders. */
const embedded = async (page: ThemePage) => {
  const elements = elementsIn(await renderBlock('embed', page))
  expect(elements.map(({ name }) => name)).toEqual(['script'])
  return elements[0]?.attribs ?? {}
}

test('the embed loads nothing until the shop is connected', async () => {
  expect(elementsIn(await renderBlock('embed', {}))).toEqual([])
  expect(elementsIn(await renderBlock('embed', { metafields: { site: connected.site } }))).toEqual(
    [],
  )
})

test.each([
  ['index', 'home'],
  ['product', 'product'],
  ['collection', 'collection'],
  ['cart', 'cart'],
  ['article', 'other'],
  ['list-collections', 'other'],
])('a page of type %s is of the kind %s', async (type, kind) => {
  const page = { metafields: connected, request: { page_type: type }, product: kettle }

  expect(await embedded(page)).toMatchObject({
    src: '/assets/footfall.js',
    defer: '',
    'data-site': connected.site,
    'data-host': connected.host,
    'data-page': kind,
  })
})

const variant = {
  id: 411,
  inventory_management: 'shopify',
  inventory_policy: 'deny',
  inventory_quantity: 3,
}
const kettle = {
  id: 41,
  title: 'Kettle',
  selected_or_first_available_variant: { id: 412 },
  variants: [
    variant,
    { ...variant, id: 412, inventory_quantity: 0 },
    { ...variant, id: 413, inventory_policy: 'continue' },
    { ...variant, id: 414, inventory_management: null },
  ],
}
const productPage = {
  metafields: connected,
  request: { page_type: 'product' },
  product: kettle,
  cart: { total_price: 3850, currency: { iso_code: 'GBP' } },
}

test('a product page reports its product, and the stock of what can sell out', async () => {
  expect(await embedded(productPage)).toMatchObject({
    'data-product': '41',
    'data-title': 'Kettle',
    'data-variant': '412',
    'data-stocks': '411:3,412:0,413:,414:',
    'data-cart': '3850',
    'data-currency': 'GBP',
  })
})

test('a merchant can turn stock and cart off', async () => {
  const attributes = await embedded({ ...productPage, settings: { stock: false, cart: false } })

  expect(attributes).toMatchObject({ 'data-product': '41', 'data-stocks': '' })
  expect(attributes).not.toHaveProperty('data-cart')
})

test('settings by hand apply where the app stored nothing', async () => {
  const settings = { site: ' by-hand ', host: 'https://hand.example' }

  expect(await embedded({ settings })).toMatchObject({
    'data-site': 'by-hand',
    'data-host': 'https://hand.example',
  })
  expect(await embedded({ metafields: connected, settings })).toMatchObject({
    'data-site': connected.site,
    'data-host': connected.host,
  })
})

test('no text of the shop leaves its attribute', async () => {
  const product = { ...kettle, title: hostile }

  expect(await embedded({ ...productPage, product })).toMatchObject({ 'data-title': hostile })
  expect(await embedded({ settings: { site: hostile, host: hostile } })).toMatchObject({
    'data-site': hostile,
    'data-host': hostile,
  })
})

test('a product with thousands of variants keeps the page light', async () => {
  const variants = Array.from({ length: 2_000 }, (_none, at) => ({
    ...variant,
    id: 50_000_000_000_000 + at,
  }))

  const html = await renderBlock('embed', { ...productPage, product: { ...kettle, variants } })

  expect(html.length).toBeLessThan(3_000)
})

test('no block has a script or a style sheet, except the script of the embed', () => {
  for (const name of blockNames) {
    const text = readBlock(name)
    expect(text).not.toMatch(/<style|\{%-? *(?:stylesheet|javascript)| on\w+="/)
    expect(text.split('<script')).toHaveLength(name === 'embed' ? 2 : 1)
    expect(Object.keys(readSchema(name))).toEqual(['name', 'target', 'settings'])
  }
})

const elementsIn = (html: string) =>
  DomUtils.getElementsByTagName('*', parseDocument(html), true)
    .filter(({ name }) => name !== 'footfall-note' && name !== 'code')
    .map(({ name, attribs }) => ({ name, attribs }))

const textOf = (html: string) =>
  DomUtils.textContent(parseDocument(html)).replace(/\s+/g, ' ').trim()
