/** Renders the theme app extension's blocks as a theme of the platform does. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Liquid, Tag, type TagToken, type TopLevelToken } from 'liquidjs'
import { z } from 'zod'
import { projectFile } from '#app/lib/project.server.ts'
import type { ShopState } from '../state/shop-state.ts'

const schemaShape = z.object({
  name: z.string(),
  target: z.enum(['body', 'head', 'compliance_head', 'section']),
  settings: z
    .array(z.object({ id: z.string().optional(), default: z.unknown().optional() }))
    .default([]),
})

export type ThemeBlock = {
  /** File name without its extension. */
  handle: string
  /** As merchants read it in the theme editor. */
  name: string
  target: z.infer<typeof schemaShape>['target']
}

export type BlockPage = {
  pageType: string
  product: Record<string, unknown> | null
  cart: Record<string, unknown>
  /** The theme editor's preview. */
  isDesignMode: boolean
}

export type ThemeExtension = {
  handle: string
  blocks: readonly ThemeBlock[]
  /** The HTML of a block. `id` is that of the placed block. */
  render: (block: { handle: string; id: string }, page: BlockPage) => Promise<string>
  /** Null: there is no such file. */
  readAsset: (name: string) => Buffer | null
}

type Texts = { [name: string]: string | Texts }

type Options = { folder?: string; shop: ShopState; assetsUrl: string }

/** Null when the folder has no blocks: the shop then has a theme without the app. */
export function openThemeExtension({
  folder = projectFile('extensions/nudges-theme'),
  shop,
  assetsUrl,
}: Options): ThemeExtension | null {
  const blocksFolder = path.join(folder, 'blocks')
  if (!existsSync(blocksFolder)) return null
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')
  const texts = readTexts(folder, 'en.default.json')
  const schemaTexts = readTexts(folder, 'en.default.schema.json')

  const engine = new Liquid({ partials: path.join(folder, 'snippets'), extname: '.liquid' })
  engine.registerFilter('t', (key: string) => findText(texts, key))
  engine.registerFilter('asset_url', (name: string) => `${assetsUrl}/${name}`)
  for (const name of ['schema', 'doc']) engine.registerTag(name, silentTag(name))

  const sources = new Map(
    readdirSync(blocksFolder)
      .filter((name) => name.endsWith('.liquid'))
      .map((name) => [name.replace('.liquid', ''), read(`blocks/${name}`)] as const),
  )
  const schemas = new Map([...sources].map(([handle, source]) => [handle, schemaOf(source)]))

  return {
    handle: path.basename(folder),
    blocks: [...schemas].map(([handle, { name, target }]) => ({
      handle,
      name: name.startsWith('t:') ? findText(schemaTexts, name.slice(2)) : name,
      target,
    })),
    async render({ handle, id }, { pageType, product, cart, isDesignMode }) {
      const source = sources.get(handle)
      const settings = schemas.get(handle)?.settings ?? []
      if (source === undefined) return ''
      const defaults = settings.flatMap((one) =>
        one.id === undefined ? [] : [[one.id, one.default ?? ''] as const],
      )
      const block = {
        id,
        settings: Object.fromEntries(defaults),
        shopify_attributes: isDesignMode ? `data-shopify-editor-block="${id}"` : '',
      }
      const request = { page_type: pageType, design_mode: isDesignMode }
      const html: unknown = await engine.parseAndRender(
        source,
        { block, product, cart },
        { globals: { app: { metafields: metafieldsOf(shop) }, request, shop: shopOf(shop) } },
      )
      return String(html)
    },
    readAsset(name) {
      const file = path.join(folder, 'assets', path.basename(name))
      return existsSync(file) ? readFileSync(file) : null
    },
  }
}

const shopOf = ({ title, domain, currency }: ShopState) => ({
  name: title,
  permanent_domain: domain,
  currency,
})

/** `app.metafields.{namespace}.{key}.value` */
function metafieldsOf({ installation }: ShopState): Record<string, Record<string, unknown>> {
  const found: Record<string, Record<string, unknown>> = {}
  for (const { namespace, key, value } of installation?.metafields ?? []) {
    found[namespace] = { ...found[namespace], [key]: { value } }
  }
  return found
}

function schemaOf(source: string): z.infer<typeof schemaShape> {
  const start = source.indexOf('{% schema %}')
  const end = source.indexOf('{% endschema %}')
  return schemaShape.parse(JSON.parse(source.slice(start + '{% schema %}'.length, end)))
}

function readTexts(folder: string, name: string): Texts {
  const file = path.join(folder, 'locales', name)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Texts) : {}
}

/** The text of a key like `embed.name`; a missing one is shown as themes show it. */
function findText(texts: Texts, key: string): string {
  const enter = (from: string | Texts | undefined, name: string) =>
    typeof from === 'object' ? from[name] : undefined
  const found = key.split('.').reduce<string | Texts | undefined>(enter, texts)
  return typeof found === 'string' ? found : `translation missing: ${key}`
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
      // Nothing is shown.
    }
  }
