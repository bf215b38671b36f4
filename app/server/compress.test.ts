import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compress } from './compress.server.ts'

const request = (encoding = 'gzip, br', method = 'GET') =>
  new Request('http://localhost/', { method, headers: { 'Accept-Encoding': encoding } })
const page = 'a page of text '.repeat(200)
const html = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Response(body, { headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers } })

test('a page arrives packed and reads the same', async () => {
  const response = compress(request(), html(page))

  const bytes = Buffer.from(await response.arrayBuffer())
  expect(response.headers.get('Content-Encoding')).toBe('gzip')
  expect(bytes.length).toBeLessThan(page.length / 10)
  expect(gunzipSync(bytes).toString()).toBe(page)
})

test('the first chunk leaves before the last one is there', async () => {
  let finish: (() => void) | undefined
  const slow = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('<h1>first</h1>'))
      finish = () => {
        controller.enqueue(new TextEncoder().encode('<p>last</p>'))
        controller.close()
      }
    },
  })
  const reader = compress(request(), html(slow)).body?.getReader()

  const first = await reader?.read()

  expect(first?.done).toBe(false)
  finish?.()
  await reader?.cancel()
})

test.each([
  ['for a browser that takes none', request('identity'), html(page)],
  ['of a HEAD', request('gzip', 'HEAD'), html(page)],
  ['that is packed already', request(), html(page, { 'Content-Encoding': 'br' })],
  ['that is small', request(), html('ok', { 'Content-Length': '2' })],
  [
    'that is a picture',
    request(),
    new Response(page, { headers: { 'Content-Type': 'image/png' } }),
  ],
])('an answer %s is left alone', (_case, asked, response) => {
  expect(compress(asked, response)).toBe(response)
})
