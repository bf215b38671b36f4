/** Feeds as plugins and servers really send them. Google reads all of them. */
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { feedLimits, type FeedLimits } from './feed-error.ts'
import { readFeedItems } from './feed-items.server.ts'
import { readProduct } from './product-fields.ts'

type Reading = Partial<FeedLimits> & { charset?: string; pieceLength?: number }

/** Titles by line. */
async function titlesIn(bytes: Buffer, { charset, pieceLength = 7, ...limits }: Reading = {}) {
  const found: [line: number, title: string][] = []
  async function* pieces() {
    for (let start = 0; start < bytes.length; start += pieceLength) {
      yield await Promise.resolve(bytes.subarray(start, start + pieceLength))
    }
  }
  const take = (fields: ReadonlyMap<string, string>, line: number) => {
    const read = readProduct(fields)
    found.push([line, read.ok ? read.product.title : read.problem])
    return Promise.resolve()
  }
  await readFeedItems({ pieces: pieces(), charset: charset ?? null }, take, {
    ...feedLimits,
    ...limits,
  })
  return found
}

const titleOf = async (bytes: Buffer, reading: Reading = {}) =>
  (await titlesIn(bytes, reading))[0]?.[1]

const xml = (title: string, declaration = '<?xml version="1.0"?>') =>
  `${declaration}<rss><channel><item><id>7</id><title>${title}</title></item></channel></rss>`
const csv = (title: string) => `id,title\n7,${title}\n`

const latin = (text: string) => Buffer.from(text, 'latin1')
const utf16 = (text: string, { isBig = false, hasMark = true } = {}) => {
  const bytes = Buffer.from(`${hasMark ? '\uFEFF' : ''}${text}`, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}
const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>`
/** "Кружка" */
const cyrillic = Buffer.from([0xca, 0xf0, 0xf3, 0xe6, 0xea, 0xe0])
const around = (text: string, word: Buffer) => {
  const [before = '', after = ''] = text.split('WORD')
  return Buffer.concat([latin(before), word, latin(after)])
}

test.each<[name: string, bytes: Buffer, title: string, reading?: Reading]>([
  ['UTF-8', Buffer.from(csv('Café 家')), 'Café 家'],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${csv('Café')}`), 'Café'],
  ['UTF-8, declared as another', Buffer.from(xml('Café', declared('ISO-8859-1'))), 'Café'],
  ['UTF-8, sent as another', Buffer.from(csv('Café')), 'Café', { charset: 'iso-8859-1' }],
  ['UTF-8 after 20 KB of ASCII', Buffer.from(csv(`${' '.repeat(20_000)}Café`)), 'Café'],
  ['Latin-1 without a word, CSV', latin(csv('Caf\xe9')), 'Café'],
  ['Latin-1 without a word, XML', latin(xml('Caf\xe9')), 'Café'],
  ['Latin-1 after 20 KB of ASCII', latin(csv(`${' '.repeat(20_000)}Caf\xe9`)), 'Café'],
  ['Latin-1, declared', latin(xml('Caf\xe9', declared('ISO-8859-1'))), 'Café'],
  ['Windows-1252, declared', latin(xml('Mother\x92s', declared('windows-1252'))), 'Mother’s'],
  ['Windows-1252, declared as UTF-8', latin(xml('Mother\x92s', declared('UTF-8'))), 'Mother’s'],
  ['Windows-1251, declared', around(xml('WORD', declared('windows-1251')), cyrillic), 'Кружка'],
  [
    'Windows-1251, sent as such',
    around(csv('WORD'), cyrillic),
    'Кружка',
    { charset: 'windows-1251' },
  ],
  ['an unknown encoding', latin(xml('Caf\xe9', declared('x-none'))), 'Café'],
  ['UTF-16 with a mark', utf16(csv('Café 家')), 'Café 家'],
  ['UTF-16, big first', utf16(csv('Café'), { isBig: true }), 'Café'],
  ['UTF-16 without a mark', utf16(xml('Café'), { hasMark: false }), 'Café'],
  ['UTF-16, big first, no mark', utf16(xml('Café'), { isBig: true, hasMark: false }), 'Café'],
  ['gzip', gzipSync(xml('Café')), 'Café'],
  ['gzip of Latin-1', gzipSync(latin(csv('Caf\xe9'))), 'Café'],
])('%s is read', async (_name, bytes, title, reading = {}) => {
  expect(await titleOf(bytes, reading)).toBe(title)
  expect(await titleOf(bytes, { ...reading, pieceLength: 100_000 })).toBe(title)
})

test.each([
  ['a bare ampersand', xml('Tom & Jerry')],
  ['an entity', xml('Tom &amp; Jerry')],
  ['an entity of HTML', xml('Tom&nbsp;&amp;&nbsp;Jerry')],
  ['CDATA', xml('<![CDATA[Tom & Jerry]]>')],
  ['entities and tags in CDATA', xml('<![CDATA[Tom &amp; <b>Jerry</b>]]>')],
  ['parts of CDATA', xml('Tom <![CDATA[&]]> Jerry')],
  ['a control character', xml('Tom \u0008& Jerry')],
  ['a reference to one', xml('Tom &#8;& Jerry')],
  ['HTML that isn’t escaped', xml('Tom <b>& Jerry</b><br>')],
  ['an empty line before the declaration', `\n  \n${xml('Tom & Jerry')}`],
  [
    'a warning before the declaration',
    `<br />\n<b>Warning</b>: mug in <b>a.php\n${xml('Tom & Jerry')}`,
  ],
  ['a line before the declaration', `Notice: mug\n${xml('Tom & Jerry')}`],
  ['a comment before the root', `<!-- made by <rss> -->${xml('Tom & Jerry', '')}`],
  ['a document type', xml('Tom & Jerry', '<!DOCTYPE rss SYSTEM "a.dtd">')],
  ['something behind the end', `${xml('Tom & Jerry')}\n<br>cached`],
])('XML with %s is read', async (_name, text) => {
  expect(await titleOf(Buffer.from(text))).toBe('Tom & Jerry')
})

test('a document type defines nothing, and no file is opened', async () => {
  const types = [
    '<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">',
    '<!ENTITY b SYSTEM "file:///etc/passwd">',
    '<!ENTITY % p SYSTEM "http://shop.example/p.dtd">%p;',
  ]
  for (const inner of types) {
    expect(await titleOf(Buffer.from(xml('&b;', `<!DOCTYPE rss [${inner}]>`)))).toBe('&b;')
  }
})

test('a packed feed is bounded by its unpacked size', async () => {
  const bomb = gzipSync(csv('a'.repeat(50_000)))
  expect(bomb.length).toBeLessThan(1000)
  await expect(titleOf(bomb, { maxBytes: 20_000 })).rejects.toThrow('The feed is larger than 0 MB.')
})

test.each([
  ['half a gzip file', gzipSync(csv('Mug')).subarray(0, 25), 'damaged or incomplete'],
  ['no gzip file', Buffer.from([0x1f, 0x8b, 1, 2, 3, 4]), 'damaged or incomplete'],
  ['a ZIP file', Buffer.from('PK\u0003\u0004rest'), 'The feed is a ZIP file.'],
])('%s says so', async (_name, bytes, sentence) => {
  await expect(titlesIn(bytes)).rejects.toThrow(sentence)
})

test('a server that breaks off is no damaged file', async () => {
  const lost = new Error('lost')
  async function* pieces() {
    yield await Promise.resolve(gzipSync(csv('Mug')).subarray(0, 25))
    throw lost
  }
  await expect(readFeedItems({ pieces: pieces() }, () => Promise.resolve())).rejects.toBe(lost)
})

test.each<[name: string, text: string, lines: number[]]>([
  ['CSV', 'id,title\n1,One\n2,"Two\nlines"\n\n3,Three\n', [2, 3, 6]],
  ['CSV of Windows', 'id,title\r\n1,One\r\n2,"Two\r\nlines"\r\n\r\n3,Three\r\n', [2, 3, 6]],
  ['CSV below a delimiter', 'sep=;\nid;title\n1;One\n', [3]],
  ['CSV below an empty line', '\n\nid|title\n1|One\n', [4]],
  [
    'XML',
    '<?xml version="1.0"?>\n<rss>\n<item><id>1</id>\n<title>One</title></item>\n\n<item\n><id>2</id></item><item/></rss>',
    [3, 6, 7],
  ],
])('entries of %s are named by their lines', async (_name, text, lines) => {
  expect((await titlesIn(Buffer.from(text), { pieceLength: 5 })).map(([line]) => line)).toEqual(
    lines,
  )
  expect((await titlesIn(Buffer.from(text), { pieceLength: 500 })).map(([line]) => line)).toEqual(
    lines,
  )
})
