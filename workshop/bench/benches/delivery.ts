/**
 * How fast a site's payload is read, compared with the fastest possible node:http server and with
 * Fastify.
 */
import type { Bench } from '../bench.ts'
import { startFloor } from '../floor.ts'
import { atLeast, figuresOf, lineOf } from '../report-line.ts'
import { payloadRequest } from '../requests.ts'
import { alternateRounds, sideOf } from '../rounds.ts'
import { openShop, type BenchShop } from '../shop.ts'

const siteCount = 500
const connections = 64
/** Every fifth browser has the payload cached. */
const knowsOneIn = 5

type Read = { uuid: string; url: string; etag: string; body: string; headers: [string, string][] }

export const delivery: Bench = async (tools) => {
  const shop = await openShop({ engine: 'postgres', sites: siteCount })
  try {
    const reads = await readAll(shop)
    await untilSettled(reads, shop)
    const settled = await readAll(shop)
    const first = settled[0]
    if (!first) throw new Error('There is no site.')
    const product = sideOf(tools, shop.served(), { connections, requests: requestsOf(settled) })

    tools.printLine('delivery: product | bare node:http')
    const bare = await startFloor({ kind: 'constant', headers: first.headers, body: first.body })
    const versusBare = await alternateRounds(tools, {
      product,
      floor: sideOf(tools, bare, { connections, requests: requestsOf(settled) }),
    })
    bare.stop()

    tools.printLine('delivery: product | Fastify')
    const fastify = await startFloor({
      kind: 'fastify',
      headers: steady(first.headers),
      sites: settled,
    })
    const versusFastify = await alternateRounds(tools, {
      product,
      floor: sideOf(tools, fastify, { connections, requests: requestsOf(settled) }),
    })
    fastify.stop()

    const about = { database: 'postgres' }
    const bareFigures = figuresOf(versusBare, 'reads/s')
    const fastifyFigures = figuresOf(versusFastify, 'reads/s')
    return [
      lineOf(
        { ...about, bench: 'delivery' },
        { ...bareFigures, ...atLeast(bareFigures.ratio, 0.9) },
      ),
      lineOf(
        { ...about, bench: 'delivery-fastify' },
        { ...fastifyFigures, ...atLeast(fastifyFigures.ratio, 1.25) },
      ),
    ]
  } finally {
    await shop.stop()
  }
}

const requestsOf = (reads: readonly Read[]) =>
  reads.map(({ uuid, url, etag }, at) =>
    at % knowsOneIn === 0 ? payloadRequest(uuid, url, etag) : payloadRequest(uuid, url),
  )

/** Headers that Node adds to every response. */
const ofNode = ['date', 'connection', 'keep-alive', 'content-length']
/** Headers that a 304 has as well. */
const ofContent = ['content-type', 'content-encoding', 'etag']

const steady = (headers: [string, string][]) =>
  headers.filter(([name]) => !ofContent.includes(name))

async function readAll({ product, sites }: Pick<BenchShop, 'product' | 'sites'>): Promise<Read[]> {
  const reads: Read[] = []
  for (const { uuid, url } of sites) reads.push(await readPacked(product.baseUrl, { uuid, url }))
  return reads
}

/** The bytes as sent, because fetch would decompress them. */
async function readPacked(
  baseUrl: string,
  { uuid, url }: { uuid: string; url: string },
): Promise<Read> {
  const { get } = await import('node:http')
  return new Promise((resolve, reject) => {
    const headers = { Origin: url, 'Accept-Encoding': 'br' }
    get(`${baseUrl}/api/pixel/${uuid}`, { headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const sent = Object.entries(answer.headers).filter(([name]) => !ofNode.includes(name))
        resolve({
          uuid,
          url,
          etag: answer.headers.etag ?? '',
          body: Buffer.concat(chunks).toString('base64'),
          headers: sent.map(([name, value]) => [name, String(value)]),
        })
      })
    }).once('error', reject)
  })
}

/** Recompression runs off the main thread. Measures nothing before it is done. */
async function untilSettled(reads: readonly Read[], { product }: BenchShop): Promise<void> {
  const giveUpAt = performance.now() + 30_000
  const last = reads.at(-1)
  while (last && performance.now() < giveUpAt) {
    const { etag } = await readPacked(product.baseUrl, last)
    if (etag !== last.etag) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
