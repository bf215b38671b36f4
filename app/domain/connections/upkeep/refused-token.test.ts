import { expect, test } from 'vitest'
import { ConnectionLost } from '#app/lib/web/provider-errors.ts'
import type { ProviderRequest } from '#app/lib/web/provider-client.server.ts'
import { ProviderReply } from '#app/lib/web/provider-reply.ts'
import { replacingRefused } from './refused-token.server.ts'

const replyOf = (status: number) => new ProviderReply({ status, headers: {}, text: '' })

const refusal = () => new ConnectionLost('The provider answered 401.', replyOf(401))

const carrying = (token: string): ProviderRequest => ({
  url: 'https://shop.example/orders',
  headers: { Authorization: `Bearer ${token}` },
})

/** A service that accepts one token, and holds up one of its answers. */
function openService({ accepts }: { accepts: string }) {
  let current = 'first'
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const seen: string[] = []
  const http = {
    async request({ headers = {}, url }: ProviderRequest) {
      const token = (headers['Authorization'] ?? '').replace('Bearer ', '')
      seen.push(token)
      if (url.endsWith('/slow') && token === 'first') await held
      if (token !== accepts) throw refusal()
      return replyOf(200)
    },
  }
  return {
    seen,
    release: () => {
      release()
    },
    http: replacingRefused(http, {
      current: () => current,
      replace() {
        current = 'second'
        return Promise.resolve(current)
      },
    }),
  }
}

test('a request that is refused after its token was replaced is sent again as well', async () => {
  const service = openService({ accepts: 'second' })
  const slow = service.http.request({ ...carrying('first'), url: 'https://shop.example/slow' })
  const fast = await service.http.request(carrying('first'))

  service.release()

  expect([fast.status, (await slow).status]).toEqual([200, 200])
  expect(service.seen).toEqual(['first', 'first', 'second', 'second'])
})

test('a request that is refused with the new token as well isn’t sent a third time', async () => {
  const service = openService({ accepts: 'third' })

  await expect(service.http.request(carrying('first'))).rejects.toThrow(ConnectionLost)
  expect(service.seen).toEqual(['first', 'second'])
})
