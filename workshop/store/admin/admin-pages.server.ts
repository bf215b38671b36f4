/** Routes of a shop's admin. Forms change the shop; the app's frame has calls of its own. */
import { Hono, type Context } from 'hono'
import { z } from 'zod'
import type { DemoShop } from '../demo-shop.server.ts'
import { protectedFields, viewerOf } from '../state/shop-state.ts'
import type { ThemeExtension } from '../storefront/theme-extension.server.ts'
import { isRefusalId, refusals } from '../refusals/published-refusals.ts'
import { faultOf } from '../wire/faults.server.ts'
import { contentOf, frameAdminPage, type AdminPage } from './admin-frame-page.ts'
import {
  appMain,
  appsMain,
  chargeMain,
  extensionInfo,
  installMain,
  themeMain,
  webhooksMain,
} from './app-pages.ts'
import { addShopForms } from './shop-forms.server.ts'
import { customersMain, homeMain, ordersMain, productsMain } from './shop-pages.ts'
import { testingMain } from './testing-page.ts'

export type AdminOptions = {
  shop: DemoShop
  theme: ThemeExtension | null
  handle: string
  apiKey: string
  appUrl: string
  scopes: { required: readonly string[]; optional: readonly string[] }
}

export function createAdminPages(options: AdminOptions): Hono {
  const { shop, theme, handle, apiKey, appUrl, scopes } = options
  const { state } = shop
  const root = `/store/${state.name}`
  const appOrigin = new URL(appUrl).origin
  const app = new Hono()

  // Another site could make the person's browser send a form.
  app.use((c, next) => {
    const origin = c.req.header('origin')
    const isForeign = c.req.method === 'POST' && origin !== new URL(shop.adminUrl).origin
    return isForeign ? Promise.resolve(c.text('Cross-site request blocked.', 403)) : next()
  })
  app.use(async (c, next) => {
    await next()
    c.header('Content-Security-Policy', "frame-ancestors 'self'")
    c.header('Cache-Control', 'no-store')
  })

  const show = (c: Context, page: AdminPage, status: 200 | 404 = 200) => {
    const appPath = state.installation ? `${root}/apps/${handle}` : null
    const { storefrontUrl } = shop
    const frame = { shop: state, viewer: viewerOf(state), storefrontUrl, appPath }
    return c.html(frameAdminPage(page, frame), status)
  }
  const page = (title: string, at: string, content: AdminPage['main']): AdminPage => ({
    title,
    at,
    main: contentOf(title, content),
  })

  app.get('/', (c) => show(c, page('Home', '', homeMain(state, shop.storefrontUrl))))
  app.get('/orders', (c) => show(c, page('Orders', 'orders', ordersMain(state))))
  app.get('/products', (c) => show(c, page('Products', 'products', productsMain(state))))
  app.get('/customers', (c) => show(c, page('Customers', 'customers', customersMain(state))))
  app.get('/apps', (c) => show(c, page('Apps', 'apps', appsMain(state, handle))))
  app.get('/webhooks', (c) =>
    show(c, page('Webhooks', 'webhooks', webhooksMain(state, shop.webhooks.deliveries))),
  )
  app.get('/testing', (c) => show(c, page('Testing', 'testing', testingMain(shop, null))))
  addShopForms(app, shop, root)

  const showInstall = (c: Context) => {
    const content = installMain({ shop: state, handle, scopes: scopes.required })
    return show(c, page('Install app', 'apps', content))
  }
  app.get('/oauth/install', (c) =>
    state.installation ? c.redirect(`${root}/apps/${handle}`) : showInstall(c),
  )
  app.post('/apps', async (c) => {
    const form = await readForm(c)
    if (form.get('action') === 'uninstall') {
      shop.uninstall()
      return c.redirect(`${root}/apps`, 303)
    }
    shop.install()
    return c.redirect(`${root}/apps/${handle}`, 303)
  })

  const showApp = (c: Context) => {
    const name = c.req.param('app')
    if (name !== handle && name !== apiKey) return showMissing(c)
    if (!state.installation) return c.redirect(`${root}/oauth/install`)
    const appPath = `${root}/apps/${name}`
    const { pathname, search } = new URL(c.req.url)
    const path = pathname.slice(appPath.length)
    // The app begins where its configuration says; every other path is one of its origin.
    const isStart = path === '' || path === '/'
    const start = new URL(appUrl).pathname
    const launch = new URL(shop.launchUrl(isStart ? `${start}${search}` : `${path}${search}`))
    const main = appMain({
      title: handle,
      shopTitle: state.title,
      src: launch.href,
      appOrigin,
      appPath,
      adminPath: root,
      calls: `${root}/frame`,
      frameName: {
        shop: state.domain,
        host: launch.searchParams.get('host'),
        locale: viewerOf(state).locale,
        blocksStorage: state.blocksStorage,
      },
    })
    return show(c, { title: handle, at: 'app', main })
  }
  app.get('/apps/:app', showApp)
  app.get('/apps/:app/*', showApp)
  addFrameCalls(app, options)

  const findCharge = (c: Context) =>
    [...(state.installation?.subscriptions ?? []), ...(state.installation?.purchases ?? [])].find(
      ({ id }) => String(id) === c.req.param('id'),
    )
  app.get('/charges/:id', (c) => {
    const charge = findCharge(c)
    return charge ? show(c, page('Charge', 'apps', chargeMain(state, charge))) : showMissing(c)
  })
  app.post('/charges/:id', async (c) => {
    const charge = findCharge(c)
    if (!charge) return showMissing(c)
    const isApproved = (await readForm(c)).get('answer') === 'approve'
    return c.redirect(shop.answerCharge(charge.id, isApproved), 303)
  })

  const showTheme = (c: Context) => {
    const wanted = c.req.query('activateAppId') ?? c.req.query('addAppBlockId') ?? ''
    const product = state.products.find(({ status }) => status === 'ACTIVE')
    const content = themeMain({
      shop: state,
      blocks: theme?.blocks ?? [],
      wanted: wanted.split('/')[1] ?? null,
      previewUrl: `${shop.storefrontUrl}/products/${product?.handle ?? ''}?design`,
    })
    return show(c, page('Online store', 'themes', content))
  }
  app.get('/themes', showTheme)
  app.get('/themes/:theme/editor', showTheme)
  app.post('/themes', async (c) => {
    const form = await readForm(c)
    const block = theme?.blocks.find((one) => one.handle === form.get('block'))
    const isOn = form.get('isOn') === '1'
    if (block?.target === 'section') {
      if (isOn) shop.addBlock(block.handle)
      else shop.removeBlock(block.handle)
    } else if (block) shop.setEmbed(block.handle, isOn)
    return c.redirect(`${root}/themes`, 303)
  })

  app.post('/webhooks', async (c) => {
    const id = (await readForm(c)).get('webhookId')
    const found = shop.webhooks.deliveries.find(({ webhookId }) => webhookId === id)
    if (found) await shop.webhooks.repeat(found)
    return c.redirect(`${root}/webhooks`, 303)
  })
  app.post('/testing', async (c) => {
    const form = await readForm(c)
    const message = changeTesting(shop, form)
    return show(c, page('Testing', 'testing', testingMain(shop, message)))
  })

  const showMissing = (c: Context) => {
    const content = contentOf('Page not found', homeMain(state, shop.storefrontUrl))
    return show(c, { title: 'Page not found', at: 'none', main: content }, 404)
  }
  app.all('*', showMissing)
  return app
}

const readForm = async (c: Context) => new URLSearchParams(await c.req.text())

/** Returns what has changed. */
function changeTesting(shop: DemoShop, form: URLSearchParams): string {
  const { state, apiFaults } = shop
  switch (form.get('action')) {
    case 'expire':
      shop.expireSessionToken()
      return 'The next session token has expired.'
    case 'storage':
      state.blocksStorage = !state.blocksStorage
      return state.blocksStorage ? 'Storage is blocked.' : 'Storage is allowed.'
    case 'freeze':
    case 'thaw':
      return changePaying(shop, form.get('action') === 'freeze')
    case 'approve': {
      const fields = protectedFields.filter((field) => form.has(field))
      // Fields aren't approved without the orders that have them.
      state.dataAccess = form.has('orders') || fields.length > 0 ? fields : null
      return 'Customer data changed.'
    }
    case 'refuse':
    case 'allow':
      return changeRefusal(shop, form)
    case null:
    default:
      apiFaults.failNext(faultOf(Number(form.get('status')) || 500))
      return 'The next request to the Admin API fails.'
  }
}

function changeRefusal({ refusing }: DemoShop, form: URLSearchParams): string {
  const id = form.get('refusal')
  if (!isRefusalId(id)) return 'Nothing has changed.'
  if (form.get('action') === 'refuse') refusing.start(id)
  else refusing.end(id)
  return `${refusals[id].label}: ${refusing.active().includes(id) ? 'on' : 'done'}.`
}

function changePaying(shop: DemoShop, isFrozen: boolean): string {
  const wanted = isFrozen ? 'ACTIVE' : 'FROZEN'
  const found = shop.state.installation?.subscriptions.find(({ status }) => status === wanted)
  if (!found) return 'Nothing has changed.'
  shop.freezeSubscription(found.id, isFrozen)
  return isFrozen ? 'The shop doesn’t pay its bills.' : 'The shop pays its bills.'
}

const scopeChange = z.object({
  grant: z.array(z.string()).optional(),
  revoke: z.array(z.string()).optional(),
})

/** Handles calls that admin-frame.js makes on behalf of the app's script. */
function addFrameCalls(app: Hono, { shop, theme, scopes }: AdminOptions): void {
  const { state } = shop
  const detail = () => ({ ...scopes, granted: state.installation?.scopes ?? [] })

  app.post('/frame/session-token', (c) => c.json({ token: shop.nextSessionToken() }))
  app.get('/frame/user', (c) => {
    const { firstName, lastName, email, isOwner } = viewerOf(state)
    const accountAccess = isOwner ? 'Full access' : 'Limited access'
    return c.json({ name: `${firstName} ${lastName}`, email, accountAccess })
  })
  app.get('/frame/scopes', (c) => c.json(detail()))
  app.post('/frame/scopes', async (c) => {
    const { grant, revoke } = scopeChange.parse(await c.req.json())
    if (grant) shop.grantScopes(grant)
    if (revoke) shop.revokeScopes(revoke)
    return c.json(detail())
  })
  app.get('/frame/extensions', (c) => c.json(extensionInfo(state, theme)))
}
