/**
 * The product inside Shopify's admin. Each request proves its person with a session token: the admin
 * adds it to documents, App Bridge to what the page fetches. No cookie is needed.
 */
import { redirect } from '@remix-run/node'
import { isbot } from 'isbot'
import { readHostParameter } from '#app/clients/shopify/host-parameter.ts'
import { shopifyOrigins } from '#app/clients/shopify/shopify-origins.ts'
import type { ShopifyApp } from '#app/config.server.ts'
import type { Account } from '#app/domain/accounts/account.ts'
import { brake, hasJustLeft } from '#app/browser/brake.ts'
import type { ClosedReason } from '#app/domain/shops/closed-shop.ts'
import { awaySentence, isOutage } from '#app/domain/shops/outage.ts'
import { ShopClosed } from '#app/domain/shops/shopify.ts'
import { visitShop, type ShopRequest, type ShopVisit } from '#app/domain/shops/visit-shop.server.ts'
import { Refusal } from '#app/lib/errors.ts'
import type { Platform } from '#app/platforms/platform.ts'
import type { Services } from '#app/services.ts'
import { frame } from './frame.server.ts'
import type { InstallFault } from './install-faults.ts'
import { findFramingShop, findProvenShop, signShop } from './proven-shop.server.ts'
import {
  bouncePath,
  errorPath,
  frameParameter,
  isFromAdmin,
  readShellRequest,
  reloadParameter,
  type ShellRequest,
} from './shell-request.ts'

/** App Bridge then gets a new token and repeats the request, once. */
export const retryHeader = 'X-Shopify-Retry-Invalid-Session-Request'

export const shopify: Platform = {
  name: 'shopify',
  isAvailable: (config) => config.shopify !== undefined,
  claims: isFromAdmin,

  async authenticate(request, services) {
    const { shopify: app } = services.config
    if (!app) return null
    if (isForeignBot(request.headers.get('user-agent'))) {
      return new Response(null, { status: 410 })
    }
    const asked = readShellRequest(request)
    const token = asked.bearer ?? asked.idToken
    if (asked.bearer === null) {
      const elsewhere = placeOfDocument(asked, app)
      if (elsewhere !== null) return redirect(wayOut(elsewhere, { asked, services }))
    }
    if (token === null) return bounce(asked, request, services)

    const visit = await visitOrRefuse(services, { token, shop: asked.shop })
    if ('account' in visit) return provenAccount(visit.account, asked)
    if (visit.refused !== 'invalid') return refuseVisit(asked, visit.refused)
    // App Bridge shows the answer as the page, and has just got this token: another one won't help.
    if (asked.isBounce) return refuseVisit(asked, 'session')
    return asked.bearer === null
      ? bounce(asked, request, services)
      : Response.json(
          { message: 'Your session in Shopify has expired.' },
          { status: 401, headers: { [retryHeader]: '1' } },
        )
  },

  async frameAncestors(request, services, answer) {
    const shop = await findFramingShop(request, services, answer)
    const { frames } = shopifyOrigins(services.config.shopify?.double)
    return shop === null ? "'none'" : frames(shop).join(' ')
  },

  frame,
}

/** A token in an address can be read elsewhere, so it confirms nothing but the visit. */
const provenAccount = (account: Account, { bearer }: ShellRequest): Account =>
  bearer === null ? { ...account, shopProof: null } : account

/** @throws Refusal `unavailable` when Shopify doesn't answer a first visit */
async function visitOrRefuse(
  services: Services,
  request: ShopRequest,
): Promise<ShopVisit | { refused: ClosedReason }> {
  try {
    return await visitShop(services, request)
  } catch (error) {
    if (error instanceof ShopClosed) return { refused: error.reason }
    if (!isOutage(error)) throw error
    throw new Refusal('unavailable', awaySentence(error), { retryAfterSeconds: 5 })
  }
}

/** Shopify's own apps frame the product, too, and name themselves like programs. */
const isForeignBot = (userAgent: string | null): boolean =>
  userAgent !== null && !/Shopify (?:POS|Mobile)\//.test(userAgent) && isbot(userAgent)

/** Where a document belongs that can't be shown here: null when it can. */
function placeOfDocument({ shop, host, isEmbedded }: ShellRequest, app: ShopifyApp): string | null {
  const admin = readHostParameter(host, app.double)
  if (shop === null) return '/shopify'
  if (isEmbedded && admin !== null) return null
  // The address of an install, or of a bookmark: the app lives in the shop's admin.
  return shopifyOrigins(app.double).app(shop, app.handle)
}

/**
 * A frame whose address can't be read opens the app in the admin. An admin that frames it with the same
 * address again would go on forever: then it's the error page.
 */
function wayOut(
  elsewhere: string,
  { asked: { url, isEmbedded }, services }: { asked: ShellRequest; services: Services },
): string {
  if (!isEmbedded || elsewhere.startsWith('/')) return elsewhere
  const now = services.now().getTime()
  const address = brake('left', elsewhere, { href: url.href, storage: null, now: () => now })
  return address === null || hasJustLeft(url, now) ? `${errorPath}?reason=unknown` : address
}

/** To the page that gets a token, and from there back to the same address. */
async function bounce(
  { url, shop }: ShellRequest,
  request: Request,
  services: Services,
): Promise<Response> {
  const query = new URLSearchParams(url.searchParams)
  query.delete('id_token')
  query.delete(reloadParameter)
  if (shop !== null && (await findProvenShop(request, services)) === shop) {
    query.set(frameParameter, signShop(services, shop))
  }
  // Never by the Host header, which a proxy in front of us may have replaced.
  const back = `${services.config.appUrl}${url.pathname}?${query.toString()}`
  query.set(reloadParameter, back)
  return redirect(`${bouncePath}?${query.toString()}`)
}

/** No new token would help, so App Bridge doesn't try one. */
function refuseVisit({ bearer, isBounce }: ShellRequest, refused: InstallFault): Response {
  const path = `${errorPath}?reason=${refused}`
  if (bearer === null || isBounce) return redirect(path)
  return Response.json(
    { message: 'Open the app in your shop’s admin again.', goTo: path },
    { status: refused === 'removed' || refused === 'ended' ? 403 : 401 },
  )
}
