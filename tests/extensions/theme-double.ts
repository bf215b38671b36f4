/**
 * Renders the blocks of extensions/nudges-theme as a theme does, with Shopify's tags, filters and
 * objects as far as the blocks use them.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { Liquid, Tag, type TagToken, type TopLevelToken } from 'liquidjs'

export const extension = 'extensions/nudges-theme'

type Setting = {
  type: string
  id?: string
  label?: string
  info?: string
  content?: string
  default?: unknown
  min?: number
  max?: number
  step?: number
  options?: { value: string; label: string }[]
}

/** Contents of a block's schema tag. */
export type BlockSchema = { name: string; target: string; settings: Setting[] }

export const blockNames = readdirSync(`${extension}/blocks`).map((name) =>
  name.replace('.liquid', ''),
)

export const readBlock = (name: string): string =>
  readFileSync(`${extension}/blocks/${name}.liquid`, 'utf8')

/** @throws SyntaxError when it isn't JSON */
export const readSchema = (name: string): BlockSchema => {
  const [, json = ''] = /\{% schema %\}(.*)\{% endschema %\}/s.exec(readBlock(name)) ?? []
  return JSON.parse(json) as BlockSchema
}

export type Texts = { [name: string]: string | Texts }

export const readLocale = (name: string): Texts =>
  JSON.parse(readFileSync(`${extension}/locales/${name}.json`, 'utf8')) as Texts

/** The text of a key like `embed.name`. @throws Error without one */
export const findText = (locale: Texts, key: string): string => {
  const enter = (texts: string | Texts | undefined, name: string) =>
    typeof texts === 'object' ? texts[name] : undefined
  const found = key.split('.').reduce<string | Texts | undefined>(enter, locale)
  if (typeof found !== 'string') throw new Error(`No text for ${key}.`)
  return found
}

export type ThemePage = {
  /** Metafields of the app's installation. Absent: it stored none. */
  metafields?: { site?: string; host?: string }
  request?: { page_type?: string; design_mode?: boolean }
  product?: object
  cart?: object
  /** Override the defaults of the block's schema. */
  settings?: Record<string, unknown>
  /** URL of the extension's assets, without a trailing slash. */
  assets?: string
}

/** The HTML of a block. @throws Error for an unknown variable, filter or text */
export const renderBlock = async (name: string, page: ThemePage): Promise<string> => {
  const { metafields = {}, request = {}, product, cart, settings, assets = '/assets' } = page
  const defaults = readSchema(name).settings.flatMap(({ id, default: value }) =>
    id === undefined ? [] : [[id, value ?? ''] as const],
  )
  const values = Object.entries(metafields).map(([key, value]) => [key, { value }] as const)
  const html: unknown = await createEngine(assets).parseAndRender(
    readBlock(name),
    {
      block: {
        id: 'A1',
        settings: { ...Object.fromEntries(defaults), ...settings },
        shopify_attributes: 'data-shopify-editor-block="A1"',
      },
      product: product ?? null,
      cart: cart ?? { total_price: 0, currency: { iso_code: 'EUR' } },
    },
    {
      // Snippets see these, too.
      globals: {
        app: { metafields: { footfall: Object.fromEntries(values) } },
        request: { page_type: 'page', design_mode: false, visual_preview_mode: false, ...request },
      },
    },
  )
  return String(html)
}

function createEngine(assets: string): Liquid {
  const engine = new Liquid({
    partials: `${extension}/snippets`,
    extname: '.liquid',
    strictFilters: true,
    lenientIf: true,
  })
  const locale = readLocale('en.default')
  engine.registerFilter('t', (key: string) => findText(locale, key))
  engine.registerFilter('asset_url', (name: string) => `${assets}/${name}`)
  for (const name of ['schema', 'doc']) engine.registerTag(name, silentTag(name))
  return engine
}

/** A tag whose content isn't rendered. */
const silentTag = (name: string) =>
  class extends Tag {
    constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid) {
      super(token, remaining, liquid)
      for (let next = remaining.shift(); next; next = remaining.shift()) {
        if ('name' in next && next.name === `end${name}`) return
      }
      throw new Error(`The tag ${name} is not closed.`)
    }

    *render() {
      // Nothing.
    }
  }
