/** The control panel of a store: a page for people, which frames the app or its install. */
import { htmlPage } from '../stripe-billing/pages.ts'
import type { DoubleReply, SeenRequest } from '../shops/shop-double.ts'
import type { StoreBooks } from './store-books.ts'

type Panel = {
  stores: ReadonlyMap<string, StoreBooks>
  account: { appId: string; clientId: string }
  appUrl: () => string
  install: (store: StoreBooks) => URLSearchParams
  sign: (store: StoreBooks, signing?: { claims?: Record<string, unknown> }) => string
  order: (store: StoreBooks) => Promise<unknown>
  uninstall: (store: StoreBooks) => Promise<unknown>
}

/** Undefined: the panel has no such page. */
export function answerPanel(
  { method, path, body }: SeenRequest,
  panel: Panel,
): DoubleReply | Promise<DoubleReply> | undefined {
  const { stores, account } = panel
  if (path === '/') return page('Stores', listOf([...stores.values()]))
  if (path.startsWith(`/app/${account.clientId}/install`)) return installPage(path)
  const [, hash = '', rest = ''] = /^\/panel\/([a-z0-9]+)(\/.*)?$/.exec(path) ?? []
  const store = stores.get(hash)
  if (!store) return undefined
  const home = `/panel/${hash}`
  if (method === 'POST')
    return act(store, { panel, home, act: new URLSearchParams(body).get('act') })
  const app = `/manage/app/${account.appId}`
  if (rest !== app && !rest.startsWith(`${app}/`))
    return page(store.name, menuOf(store, home + app))
  if (store.token === null) return page(store.name, menuOf(store, home + app))
  const url = rest.slice(app.length) || '/'
  const query = new URLSearchParams({ signed_payload_jwt: panel.sign(store, { claims: { url } }) })
  return frame(store, `${panel.appUrl()}/bc/load?${query.toString()}`)
}

async function act(
  store: StoreBooks,
  { panel, home, act: wanted }: { panel: Panel; home: string; act: string | null },
): Promise<DoubleReply> {
  // Outside of a frame a person would see the page of the app alone.
  if (wanted === 'install') {
    return frame(store, `${panel.appUrl()}/bc/auth?${panel.install(store).toString()}`)
  }
  if (wanted === 'order') await panel.order(store)
  if (wanted === 'uninstall') await panel.uninstall(store)
  return { status: 303, headers: { Location: home } }
}

const page = (title: string, body: string): DoubleReply => ({
  text: htmlPage(title, body),
  type: 'text/html; charset=utf-8',
})

const listOf = (stores: readonly StoreBooks[]) =>
  `<ul>${stores.map(({ hash, name }) => `<li><a href="/panel/${hash}">${name}</a></li>`).join('')}</ul>`

const button = (act: string, label: string) => `<button name="act" value="${act}">${label}</button>`

const menuOf = ({ token, orders, hash }: StoreBooks, app: string) =>
  `<form method="post" action="/panel/${hash}">${
    token === null
      ? button('install', 'Install the app')
      : `<p><a href="${app}">Open the app</a></p>${button('order', 'Place an order')}${button('uninstall', 'Uninstall the app')}`
  }</form><p>Orders: ${String(orders.length)}</p>`

function frame({ name }: StoreBooks, address: string): DoubleReply {
  const src = address.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return {
    text: `<!doctype html>
<html lang="en"><title>Control panel of ${name}</title>
<style>body { margin: 0 } h1 { font: 1rem system-ui; margin: .5rem 1rem } iframe { width: 100%; height: 92vh; border: 0 }</style>
<h1>${name}</h1><iframe title="App" src="${src}"></iframe></html>`,
    type: 'text/html; charset=utf-8',
  }
}

const installPage = (path: string): DoubleReply =>
  page(
    path.endsWith('/failed') ? 'The app wasn’t installed' : 'The app is installed',
    '<p><a href="/">Stores</a></p>',
  )
