/** The part of a Magento installation that is the connected site: it may have several websites. */
import { z } from 'zod'
import { BadRecord, ConnectionLost, HeldUp } from '#app/lib/web/provider-errors.ts'
import { parseWebAddress } from '#app/lib/web/web-address.ts'
import { ask, search, type Filter, type MagentoShop } from './magento-api.ts'
import { MissingRight } from './partial-failures.ts'
import { withoutWww } from './shop-address.ts'
import { WrongSetting } from './wrong-setting.ts'

const storeView = z.object({
  id: z.int(),
  code: z.string(),
  website_id: z.int(),
  base_link_url: z.string(),
})
type StoreView = z.output<typeof storeView>

/** The lists that a site has a part of, by path. */
export type SiteList = 'orders' | 'customers/search' | 'products'

type SitePart = {
  /** Limits the list to the site. Empty: all of its rows are the site’s. */
  filters: readonly Filter[]
  /** Limits the list of orders to all others. Empty: there are none. */
  others: readonly Filter[]
  /** For the connection’s owner, as a phase has it. */
  lacks: string | null
}

/**
 * Finds the site in an installation. The code in the address of a request chooses the language of texts, and
 * no rows: orders, customers and products of all websites are listed (github.com/magento/magento2, issue 15461,
 * github.com/magento/devdocs, issue 9405, both read in November 2026).
 *
 * A site is the store view with the code, and the other views of its website at the same host. Views can be
 * renamed and moved after the shop was connected. The site is then what is at the shop’s address.
 *
 * An access that may not read store views reads a list all of whose rows belong together.
 *
 * @throws MissingRight when the access may not, and the list has rows of several views or websites
 * @throws HeldUp when none of several websites is at the shop’s address, or has the code
 */
export async function sitePartOf(caller: MagentoShop, list: SiteList): Promise<SitePart> {
  const views = await storeViewsOf(caller)
  if (views instanceof Error) return unlimitedPart(caller, list, views)
  const found = siteIn(views, caller)
  const atShop = views.filter((one) => hostOfView(one) === hostOf(caller.settings.store))
  const site = found instanceof WrongSetting ? atShop : found
  const websites = [...new Set(site.map(({ website_id: id }) => String(id)))]
  const all = new Set(views.map(({ website_id: id }) => id)).size
  if (site.length === 0 && all > 1) {
    throw new HeldUp(
      'No store view of this Magento has the code or the address of this connection. Correct them in its settings.',
      caller.now,
    )
  }
  const isAll = list === 'products' ? all === 1 : site.length === views.length
  if (isAll || site.length === 0) return { filters: [], others: [], lacks: null }
  const ids = site.map(({ id }) => String(id))
  const filter: Filter =
    list === 'products'
      ? ['website_id', websites.length === 1 ? 'eq' : 'in', websites.join(',')]
      : ['store_id', 'in', ids.join(',')]
  const others: Filter[] = list === 'orders' ? [['store_id', 'nin', ids.join(',')]] : []
  return { filters: [filter], others, lacks: null }
}

/**
 * For a form, whose owner can correct it.
 *
 * @throws WrongSetting when the code is that of no view, or of one at another address than the shop’s
 * @throws MissingRight as `sitePartOf`
 */
export async function requireSite(caller: MagentoShop): Promise<void> {
  const views = await storeViewsOf(caller)
  if (!(views instanceof Error)) {
    const found = siteIn(views, caller)
    if (found instanceof WrongSetting) throw found
    return
  }
  for (const list of ['orders', 'customers/search', 'products'] as const) {
    await unlimitedPart(caller, list, views)
  }
}

/** The views of the site that has the code. */
function siteIn(
  views: readonly StoreView[],
  { settings }: MagentoShop,
): readonly StoreView[] | WrongSetting {
  const chosen = views.find(({ code }) => code === settings.storeCode)
  if (!chosen) return new WrongSetting('storeCode', 'Magento has no store view with this code.')
  const host = hostOf(settings.store)
  // Interfaces may have an address that no view has.
  const isElsewhere = hostOfView(chosen) !== host && views.some((one) => hostOfView(one) === host)
  if (isElsewhere)
    return new WrongSetting(
      'storeCode',
      'This store view has another address. Enter the code of the view at your store address.',
    )
  return views.filter(
    (one) => one.website_id === chosen.website_id && hostOfView(one) === hostOfView(chosen),
  )
}

const hostOf = (address: string) => withoutWww(parseWebAddress(address)?.host ?? address)

const hostOfView = ({ base_link_url: address }: StoreView) => hostOf(address)

type Unreadable = ConnectionLost | BadRecord

/** All views of the installation, or why the shop refuses them. */
async function storeViewsOf(caller: MagentoShop): Promise<readonly StoreView[] | Unreadable> {
  try {
    const reply = await ask(caller, 'store/storeConfigs', {})
    return reply.read(z.array(storeView))
  } catch (error) {
    const isRefused = error instanceof BadRecord && (error.reply?.status ?? 0) >= 400
    if (isRefused || error instanceof ConnectionLost) return error
    throw error
  }
}

/** Without store views. Connections from before they were asked for may lack the right. */
async function unlimitedPart(
  caller: MagentoShop,
  list: SiteList,
  refusal: Unreadable,
): Promise<SitePart> {
  const isMixed = await (list === 'products'
    ? isInSeveralWebsites(caller)
    : isOfSeveral(caller, list))
  if (!isMixed) return { filters: [], others: [], lacks: unknownViews }
  throw new MissingRight('list of store views', refusal, { request: allowViews })
}

const unknownViews =
  'We can’t read the store views of this Magento. Everything arrives while it has only one. Before you add another, allow Stores › Settings › All Stores for the integration in the Magento admin.'

const allowViews =
  'This Magento has several store views, and we can’t read which of them belong to this site. In the Magento admin, open System › Integrations, edit the integration and allow Stores › Settings › All Stores under API.'

const one = { pageSize: 1, page: 1 }

/** Whether orders are of several store views, or customers of several websites. */
async function isOfSeveral(
  caller: MagentoShop,
  list: Exclude<SiteList, 'products'>,
): Promise<boolean> {
  const field = list === 'orders' ? 'store_id' : 'website_id'
  const { items } = await search(caller, list, { ...one, filters: [] })
  if (items.length === 0) return false
  const id = z.record(z.string(), z.unknown()).safeParse(items[0]).data?.[field]
  if (typeof id !== 'number') return true
  const others = await search(caller, list, { ...one, filters: [[field, 'neq', String(id)]] })
  return others.total_count > 0
}

/** Whether there is no website that has all products, as far as the first product shows. */
async function isInSeveralWebsites(caller: MagentoShop): Promise<boolean> {
  const { items, total_count: total } = await search(caller, 'products', { ...one, filters: [] })
  if (items.length === 0) return false
  const [id] = inWebsites.safeParse(items[0]).data?.extension_attributes.website_ids ?? []
  if (id === undefined) return true
  const filters: Filter[] = [['website_id', 'eq', String(id)]]
  return (await search(caller, 'products', { ...one, filters })).total_count < total
}

const inWebsites = z.object({
  extension_attributes: z.object({ website_ids: z.array(z.int()) }),
})
