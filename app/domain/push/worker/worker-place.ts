/** Where a shop's service worker is, and what it has to contain. */
import { pushPaths } from '#app/contract/push.ts'

/** In Shopify, the app's proxy serves the file (app/clients/shopify/app-settings.ts). */
const shopifyWorkerPath = '/apps/footfall-push/worker.js'

/** No page is in it, so a worker of the shop keeps its pages. */
const folder = 'footfall-push/'

/**
 * The scope of a file that is only for push messages: the folder that it is in, because browsers allow no other one
 * (https://w3c.github.io/ServiceWorker/#path-restriction). At the root of a shop that would be all of its pages.
 */
export function workerScope(path: string): string {
  const parent = path.slice(0, path.lastIndexOf('/') + 1)
  return parent.endsWith(`/${folder}`) ? parent : parent + folder
}

/** The one line. Everything else in the file is the shop's. */
export const workerLine = (appUrl: string) => `importScripts('${appUrl}${pushPaths.worker}')`

/** The whole file of a shop that has no service worker. */
export const workerFile = (appUrl: string) => `${workerLine(appUrl)}\n`

/**
 * How a shop gets the file onto its host.
 *
 * - `file`: someone uploads it.
 * - `proxy`: the platform passes requests on to us.
 * - `impossible`: the platform serves no file of the shop from the shop's host as a script.
 */
export type WorkerHosting = 'file' | 'proxy' | 'impossible'

/** The system that a site's pages come from. */
export type Shop = 'standalone' | 'shopify' | 'wix' | 'bigcommerce'

/**
 * Wix serves uploaded files from a host of its own, and its functions for requests are for other servers
 * (https://dev.wix.com/docs/develop-websites/articles/coding-with-velo/integrations/exposing-services/exposing-a-site-api-with-http-functions).
 * BigCommerce serves a store's files below `/content` (https://support.bigcommerce.com/s/article/File-Access-WebDAV), where a
 * worker only for messages works, because its scope needs no page.
 */
const hostings: Readonly<Record<Shop, WorkerHosting>> = {
  standalone: 'file',
  shopify: 'proxy',
  wix: 'impossible',
  bigcommerce: 'file',
}

export const workerHosting = (shop: Shop): WorkerHosting => hostings[shop]

/** Where a worker's file is, and whether the shop's pages register it. */
export type WorkerPlace = { path: string; isShared: boolean }

/** The place that pages use: the one that the owner chose, unless the platform has its proxy for it. */
export const workerPlaceOf = (shop: Shop, { path, isShared }: WorkerPlace): WorkerPlace =>
  workerHosting(shop) === 'proxy'
    ? { path: shopifyWorkerPath, isShared: false }
    : { path, isShared }

const hostingTexts: Readonly<Record<Shop, string>> = {
  standalone:
    'Upload the file to your site. If your site has a service worker already, add the line to the top of it.',
  shopify: 'Shopify serves the file from your shop. There’s nothing to upload.',
  wix: 'Push messages aren’t possible on Wix: a site can’t serve the file that browsers need from its domain.',
  bigcommerce:
    'Upload the file by WebDAV to the folder “content” of your store. Its path is then /content/footfall-push.js.',
}

export const describeWorkerHosting = (shop: Shop): string => hostingTexts[shop]
