/** Parsers without product knowledge, at the longest text that their callers let through. */
import { z } from 'zod'
import { testLinearCosts } from '#tests/support/growth.ts'
import { csvOf } from './csv.ts'
import { cursorText, defineCursor } from './cursor.server.ts'
import { parseRelaxedJson } from './relaxed-json.ts'
import { safeRedirectPath } from './security/redirects.ts'
import { looksLikeApiToken } from './security/tokens.server.ts'
import { addressGroup } from './web/address-group.ts'
import { readFormData } from './web/forms.ts'
import { isPublicAddress } from './web/public-address.server.ts'
import { readUrl } from './read-url.ts'
import { readRetryAfter } from './web/retry-after.ts'
import { textLine } from './web/text-input.ts'
import { webAddress } from './web/web-address.ts'

/** A body without a file (request-policy.ts). */
const longestBody = 256 * 1024
const longestHead = 16 * 1024

const anyCursor = defineCursor('a', z.object({ a: cursorText }))
const line = textLine({ max: 100, missing: 'Enter a name.' })
const now = new Date('2026-03-01T00:00:00Z')

const readForm = (type: string) => (body: string) =>
  readFormData(
    new Request('http://shop.example/', {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    }),
  ).catch(() => null)

testLinearCosts([
  {
    name: 'Cursor.read',
    read: anyCursor.read,
    longest: longestHead,
    pieces: ['W1si', 'A', '=', '_'],
  },
  {
    name: 'safeRedirectPath',
    read: safeRedirectPath,
    longest: longestHead,
    pieces: ['/', '/.', '%2e/', '%5', '\\', 'a', '/%2'],
    start: '/',
    end: '',
  },
  {
    name: 'parseRelaxedJson',
    read: parseRelaxedJson,
    longest: longestBody,
    pieces: ['[', '{a:', ' ', '//', '/*', '/**/', '"', '\\', '1', '1,', 'a', "'", '// \n', '-'],
  },
  {
    name: 'parseRelaxedJson, a list',
    read: parseRelaxedJson,
    longest: longestBody,
    pieces: ['1,', '"a",', "'\\'',", '{a:1},', '/**/1,', '[],', '1.', 'null, '],
    start: '[',
    end: ']',
  },
  {
    name: 'parseRelaxedJson, a text',
    read: parseRelaxedJson,
    longest: longestBody,
    pieces: ['a', '\\\\', '\\"', "'", '\\n'],
    start: '"',
    end: '"',
  },
  {
    name: 'looksLikeApiToken',
    read: looksLikeApiToken,
    longest: longestHead,
    pieces: ['nk_', 'a'],
  },
  {
    name: 'addressGroup',
    read: addressGroup,
    longest: longestHead,
    pieces: [':', '::', 'f:', '.'],
  },
  {
    name: 'isPublicAddress',
    read: isPublicAddress,
    longest: longestHead,
    pieces: [':', '1.', 'f'],
  },
  {
    name: 'readRetryAfter',
    read: (text) => readRetryAfter(text, now),
    longest: longestHead,
    pieces: ['1', ' ', 'Mon, ', '00:'],
  },
  {
    name: 'textLine',
    read: (text) => line.safeParse(text),
    longest: longestBody,
    pieces: ['a', ' ', 'e\u0301', '\u0001', '\ud800'],
  },
  {
    name: 'webAddress',
    read: (text) => (readUrl(text) ? webAddress(text) : undefined),
    longest: longestBody,
    pieces: ['/', 'a', '@', ':', '%', '../', '?'],
    start: 'https://shop.example/',
  },
  {
    name: 'readFormData, fields',
    read: readForm('application/x-www-form-urlencoded'),
    longest: longestBody,
    pieces: ['&', '=', 'a=b&', '%', '%2', '+', 'a'],
  },
  {
    name: 'readFormData, parts',
    read: readForm('multipart/form-data; boundary=x'),
    longest: longestBody,
    pieces: [
      '--x\r\n',
      '\r\n--x',
      '--',
      '\r\n',
      'a',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n',
    ],
    start: '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n',
    end: '\r\n--x--\r\n',
  },
  {
    name: 'csvOf',
    read: (text) => csvOf([[text]]),
    longest: longestBody,
    pieces: ['"', ',', '=', '\n'],
  },
])
