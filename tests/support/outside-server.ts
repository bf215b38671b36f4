/** A server like someone's on the internet, and how the product reaches it. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * Listens on the loopback address, by the name shop.example. Ends with the test.
 *
 * @returns its URL, and options for a guarded fetch that allows it
 */
export async function serveOutside(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  })
  const { port } = server.address() as AddressInfo
  const reaching = {
    ports: [port],
    resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 as const }]),
    isAllowed: (address: string) => address === '127.0.0.1',
  }
  return { port, url: `http://shop.example:${String(port)}`, reaching }
}
