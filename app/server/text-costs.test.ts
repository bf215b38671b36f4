/** Text that the server reads before it knows who asks: heads of requests and cookies. */
import { Socket } from 'node:net'
import { readSessionToken } from '#app/auth/cookie.server.ts'
import { isUuid } from '#app/auth/guards.server.ts'
import { readLanguage } from '#app/auth/language-cookie.server.ts'
import { pendingLoginCookie } from '#app/auth/short-cookies.server.ts'
import { testLinearCosts } from '#tests/support/growth.ts'
import { clientAddress } from './client-address.ts'
import { createBotCheck } from './edge/bots.server.ts'
import { readClientInfo } from './edge/client-info.server.ts'
import { bodyResponse, createBodyHeaders } from './edge/encoded-body.server.ts'
import { scriptPath } from './edge/library.server.ts'
import { readRequest } from './edge/raw-request.ts'
import { policyOf } from './request-policy.ts'

/** Node refuses longer heads (http.server.ts), and longer URLs get 414. */
const longestHead = 16 * 1024
const longestUrl = 8 * 1024
/** For the requests that bypass Node's parser. */
const longestRawHead = 4 * 1024

const socket = new Socket()
const headWith = (name: string) => (value: string) => ({ rawHeaders: [name, value], socket })
const withCookie = (cookie: string) => new Request('http://shop.example/', { headers: { cookie } })

const uuid = '3f2b8c1e-7a5d-4e9f-8b6a-1c2d3e4f5a6b'
const encoded = {
  text: { etag: 'a', brotliQuality: 5, brotli: 'b', gzip: 'g', identity: 'i' },
  head: createBodyHeaders({ contentType: 'text/plain', cacheControl: 'no-store' }),
}
const respondTo = (name: string) => (value: string) => bodyResponse(headWith(name)(value), encoded)
const isBot = createBotCheck()
const agents = ['Silk', 'Android', 'Mozilla/5.0 (', 'bot', 'a', ';', '(', ' ', 'Chrome/1']

testLinearCosts([
  ...[`GET /api/pixel/${uuid} HTTP/1.1\r\n`, `POST /api/pixel/${uuid}/events HTTP/1.1\r\n`].map(
    (start) => ({
      name: `readRequest, ${start.slice(0, 4)}`,
      read: (text: string) => readRequest(Buffer.from(text, 'latin1')),
      longest: longestRawHead,
      pieces: ['A: b\r\n', 'A: ', 'a', ' ', ':', '\r\n'],
      start,
      end: '\r\n\r\n',
    }),
  ),
  {
    name: 'bodyResponse, codings',
    read: respondTo('accept-encoding'),
    longest: longestHead,
    pieces: [',', ' ', ', ', 'br', 'br ', 'br;q=', 'br;q=0.0', 'br;q=0.,', ', br ', ';', '0'],
  },
  {
    name: 'bodyResponse, tags',
    read: respondTo('if-none-match'),
    longest: longestHead,
    pieces: ['"', '""', '"a-br', '-gzip', '"-br1', '", '],
  },
  {
    name: 'clientAddress',
    read: (text) => clientAddress(headWith('x-forwarded-for')(text), true),
    longest: longestHead,
    pieces: [',', ' ', ', ', '1.1.1.1, '],
  },
  {
    name: 'readClientInfo and its bot check',
    read: (text) => isBot(readClientInfo(headWith('user-agent')(text), false).userAgent),
    longest: longestHead,
    pieces: agents,
  },
  {
    name: 'policyOf',
    read: (path) => policyOf('POST', path),
    longest: longestUrl,
    pieces: ['/auth/', '/hooks/', '/', '.data', 'a'],
  },
  {
    name: 'scriptPath',
    read: (path) => scriptPath.exec(path),
    longest: longestUrl,
    pieces: ['1', 'a', '1-', 'more.'],
    start: '/js/pixel.',
  },
  ...[readSessionToken, readLanguage, pendingLoginCookie.read].map((read) => ({
    name: `a cookie, ${read.name}`,
    read: (cookie: string) => read({ appUrl: 'http://app.test' }, withCookie(cookie)),
    longest: longestHead,
    pieces: ['token=', 'token=a; ', 'language=', 'pending_login=; ', ';', '; ', ' ', 'a'],
    end: '!',
  })),
  { name: 'isUuid', read: isUuid, longest: longestUrl, pieces: ['a', '-', 'aaaaaaaa-'] },
])
