import { expect, test } from 'vitest'
import { pageRequest } from './page-request.server.ts'

const appUrl = 'https://app.example'
const received = (url: string, headers: Record<string, string>) =>
  pageRequest(new Request(url, { method: 'POST', headers }), { appUrl, body: Buffer.from('a=b') })

test('a request has our address, even if a proxy or its sender replaced the host', async () => {
  const headers = { host: '10.0.0.7:3000', 'x-forwarded-host': 'evil.example', accept: 'text/html' }
  const request = received('http://10.0.0.7:3000/account/general?tab=a&tab=b', headers)

  expect(request.url).toBe('https://app.example/account/general?tab=a&tab=b')
  expect(request.method).toBe('POST')
  expect(Object.fromEntries(request.headers)).toMatchObject({
    host: 'app.example',
    accept: 'text/html',
  })
  expect(request.headers.has('x-forwarded-host')).toBe(false)
  expect(await request.text()).toBe('a=b')
})

test('only our own origin is passed on, because another one was accepted before', () => {
  const originOf = (origin: string) =>
    received('http://10.0.0.7/', { origin }).headers.get('origin')

  expect(originOf(appUrl)).toBe(appUrl)
  for (const origin of ['http://10.0.0.7', 'https://extensions.example', 'null', 'no origin']) {
    expect(originOf(origin)).toBeNull()
  }
})

test('a path of two slashes stays a path', () => {
  expect(received('https://app.example//evil.example/a', {}).url).toBe(
    'https://app.example//evil.example/a',
  )
})
