/** A shop whose product pages name pictures, on a real server that only the guarded fetch reaches. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { onTestFinished } from 'vitest'
import { createGuardedFetch, type GuardedFetch } from '#app/lib/web/guarded-fetch.server.ts'
import type { Services } from '#app/services.ts'

type Answer = string | Buffer | ((request: IncomingMessage, response: ServerResponse) => void)

/** By path and query. Anything else is a 404. */
type ShopFiles = Record<string, Answer>

export type PictureShop = {
  /** Its origin. */
  url: string
  port: number
  files: ShopFiles
  /** Host, path and query of each request. */
  asked: string[]
  /** In its network the shop’s server is a public one, and `inner.example` is not. */
  fetch: GuardedFetch
}

/** The services, with the network of a shop. */
export const inNetworkOf = ({ fetch }: PictureShop, services: Services): Services => ({
  ...services,
  net: { ...services.net, fetch, images: fetch },
})

export async function openPictureShop(): Promise<PictureShop> {
  const files: ShopFiles = {}
  const asked: string[] = []
  const server = createServer((request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '')
    asked.push(`${host}${request.url ?? ''}`)
    const file = files[request.url ?? '']
    if (typeof file === 'function') file(request, response)
    else if (file === undefined) response.writeHead(404).end()
    else response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  })
  const { port } = server.address() as AddressInfo
  const fetch = createGuardedFetch({
    ports: [port],
    resolve: (name) => {
      const address = name === 'inner.example' ? '127.0.0.2' : '127.0.0.1'
      return Promise.resolve([{ address, family: 4 }])
    },
    isAllowed: (address) => address === '127.0.0.1',
  })
  return { url: `http://shop.example:${String(port)}`, port, files, asked, fetch }
}

export const productPageOf = (image: string): string =>
  `<!doctype html><title>Kettle</title><script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: 'Kettle',
    image,
  })}</script>`

export const drawProduct = (width = 600, height = 400, background = '#1d6b45'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
