/** Files in other encodings and layouts than ours, and files that were damaged on their way. */
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecrets } from '#app/lib/security/secrets.server.ts'
import { namesIn, textOfSample, type SampleFile } from '#tests/support/import-files/sample-file.ts'
import { orderFiles } from '#tests/support/import-files/samples.ts'
import { recognizePreset } from './file-presets.ts'
import { readTable } from './file-table.server.ts'
import { recognizeColumns } from './match-columns.ts'
import { readFile } from './read-file.server.ts'

const secrets = createSecrets(randomBytes(32).toString('base64'))

async function read(given: string | Buffer) {
  const bytes = typeof given === 'string' ? Buffer.from(given) : given
  const { encoding, skippedLines, ...table } = await readTable(secrets, bytes)
  const preset = recognizePreset('purchase', table.names)
  const places = recognizeColumns('purchase', table.names, preset)
  const options = { kind: 'purchase', places, preset, timeZone: 'UTC', dayOrder: null } as const
  const { reports, faulty, notes } = readFile(table, options)
  const facts = reports.map(({ report }) => report.fact)
  return { encoding, skippedLines, preset: preset?.id ?? null, facts, faulty, notes, reports }
}

const plain = 'Bestellnummer;Datum;Vorname;Gesamtbetrag\r\n7;31.01.2026;Jürgen;49,95\r\n'
const fact = { id: '7', person: { first_name: 'Jürgen' }, total: 49.95 }
const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16()

test.each([
  ['UTF-8', Buffer.from(plain), 'utf-8'],
  ['UTF-8 with its mark', Buffer.from(`\uFEFF${plain}`), 'utf-8'],
  ['UTF-16 of Excel', Buffer.from(`\uFEFF${plain.replaceAll(';', '\t')}`, 'utf16le'), 'utf-16'],
  ['UTF-16 without its mark', Buffer.from(plain, 'utf16le'), 'utf-16'],
  ['UTF-16, high byte first', swapped(`\uFEFF${plain}`), 'utf-16'],
  ['UTF-16, high byte first, without its mark', swapped(plain), 'utf-16'],
  ['Windows-1252', Buffer.from(plain, 'latin1'), 'windows-1252'],
])('%s is read', async (_name, bytes, encoding) => {
  expect(await read(bytes)).toMatchObject({ encoding, facts: [fact], faulty: [] })
})

test('the euro sign of Windows-1252 is one', async () => {
  const bytes = Buffer.concat([
    Buffer.from('id;date;total\n7;2026-01-31;49,95 ', 'latin1'),
    Buffer.from([0x80]),
  ])

  expect((await read(bytes)).facts).toMatchObject([{ total: 49.95, currency: 'EUR' }])
})

test.each([
  ['a workbook', Buffer.from('PK\u0003\u0004id,date'), 'This is a workbook.'],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]), 'This isn’t a CSV file.'],
  ['bytes of no encoding', Buffer.from([0x69, 0x64, 0x2c, 0x81, 0xe9]), 'This isn’t a CSV file.'],
])('%s is refused', async (_name, bytes, sentence) => {
  await expect(read(bytes)).rejects.toMatchObject({
    details: { errors: { file: [expect.stringContaining(sentence)] } },
  })
})

test.each([
  ['sep=;\n', ';', 1],
  ['"sep=|"\n', '|', 1],
  ['', '|', 0],
  ['', '\t', 0],
  ['Orders of January\n', ';', 1],
  ['Orders, January 2026\nMy shop\n\n', ';', 2],
  ['"Report";;;\n', ';', 1],
])('after %j and with %j between its cells, a file is read', async (above, mark, skippedLines) => {
  const { facts, ...read1 } = await read(above + plain.replaceAll(';', mark))

  expect(facts).toMatchObject([fact])
  expect(read1.skippedLines).toBe(skippedLines)
})

test('lines are counted as an editor counts them', async () => {
  const { faulty } = await read('sep=;\nOrders\nid;date;product\n7;soon;Kettle\n')

  expect(faulty).toMatchObject([{ line: 4 }])
})

test('amounts are read in the notations of shops, and one that can’t be read is left out', async () => {
  const amounts = {
    '$49.95': [49.95],
    'USD 10.00': [10, 'USD'],
    '1,299.00': [1299],
    "1'299.00": [1299],
    '1 299.00': [1299],
    '12.500 KWD': [12.5, 'KWD'],
    free: [0],
    'about 10': [undefined],
  }
  const rows = Object.keys(amounts).map((amount, id) => `${String(id)};2026-01-31;${amount}`)
  const { facts, notes, faulty } = await read(['id;date;total', ...rows].join('\n'))

  expect(faulty).toEqual([])
  expect(facts.map((one) => [one.kind === 'review' ? null : one.total])).toEqual(
    Object.values(amounts).map(([total]) => [total ?? null].map((one) => one ?? undefined)),
  )
  expect(notes).toMatchObject([{ line: 9, faults: [{ column: 'total' }] }])
})

test('a decimal comma of the file decides what its other amounts are', async () => {
  const { facts, notes } = await read('id;date;total\n1;2026-01-31;1.299\n2;2026-01-31;49,95\n')

  expect(facts).toMatchObject([{ total: 1299 }, { total: 49.95 }])
  expect(notes).toEqual([])
})

test('two currencies in one file stay two', async () => {
  const { facts } = await read(
    'id;date;total;currency\n1;2026-01-31;10.00;EUR\n2;2026-01-31;10.00;usd\n3;2026-01-31;10.00;€\n',
  )

  expect(facts).toMatchObject([{ currency: 'EUR' }, { currency: 'USD' }, { currency: 'EUR' }])
})

const unknownWord =
  'We don’t know this status. Choose the program of your file, or use paid, cancelled or refunded.'

test.each([
  ['bezahlt', 'confirmed'],
  ['ABGESCHLOSSEN', 'confirmed'],
  ['payée', 'confirmed'],
  ['pagado', 'confirmed'],
  ['betaald', 'confirmed'],
  ['Partially refunded', 'confirmed'],
  ['teilweise erstattet', 'confirmed'],
  ['storniert', 'cancelled'],
  ['annulé', 'cancelled'],
  ['wc-cancelled', 'cancelled'],
  ['geannuleerd', 'cancelled'],
  ['rimborsato', 'refunded'],
  ['Remboursée', 'refunded'],
  ['unbezahlt', 'Not paid, so it isn’t a sale.'],
  ['en attente de paiement', 'Not paid, so it isn’t a sale.'],
  ['partially_paid', 'Not paid, so it isn’t a sale.'],
  ['In Bearbeitung', unknownWord],
  ['weighed', unknownWord],
])('an order that is %s is read as %s', async (word, outcome) => {
  const { facts, faulty } = await read(`id;date;status\n1;2026-01-31;${word}\n`)
  const refusals = faulty.flatMap(({ faults }) => faults.map(({ sentence }) => sentence))

  expect([...facts.map(({ state }) => state), ...refusals]).toEqual([outcome])
})

test.each([
  [{ cancelled_at: '2026-01-31' }, { state: 'cancelled' }],
  [{ cancelled_at: 'no' }, { state: 'confirmed' }],
  [{ total: '10', refunded: '10' }, { state: 'refunded' }],
  [{ total: '10', refunded: '-10.00' }, { state: 'refunded' }],
  [{ total: '10', refunded: '9.99' }, { state: 'confirmed' }],
  [{ total: 'much', refunded: '10' }, { state: 'refunded' }],
  [
    { total: '0', refunded: '0' },
    { state: 'confirmed', total: 0 },
  ],
  [{ test: 'yes' }, { test: true }],
  [{ payment_method: 'Test' }, { test: true }],
  [{ payment_method: 'Contest card' }, { test: false }],
])('%j makes an order %j', async (cells, expected) => {
  const head = ['id', 'date', ...Object.keys(cells)].join(';')
  const row = ['1', '2026-01-31', ...Object.values(cells)].join(';')

  expect((await read(`${head}\n${row}\n`)).facts).toMatchObject([expected])
})

test('an unknown country is left out, and the order isn’t', async () => {
  const { facts, notes } = await read('id;date;first name;country\n1;2026-01-31;Ann;Atlantis\n')

  expect(facts).toMatchObject([{ person: { first_name: 'Ann' } }])
  expect(notes).toMatchObject([{ line: 2, faults: [{ column: 'country' }] }])
})

const confirmed = (found: Awaited<ReturnType<typeof read>>) =>
  found.facts.flatMap(({ id, state }) => (state === 'confirmed' ? [id] : []))

test.each(orderFiles)('$title: with itself behind it, it has the same orders', async ({ file }) => {
  const text = textOfSample(file)
  const [once, twice] = [await read(text), await read(`${text}\r\n${text}`)]

  expect(new Set(twice.facts.map((one) => JSON.stringify(one)))).toEqual(
    new Set(once.facts.map((one) => JSON.stringify(one))),
  )
})

test.each(orderFiles)('$title: cut anywhere, it has no other sales', async ({ file }) => {
  const text = textOfSample(file)
  const whole = confirmed(await read(text))
  const start = text.indexOf('\r\n') + 10
  for (let end = start; end < text.length; end += 61) {
    const cut = await read(text.slice(0, end)).catch(() => null)
    // The ID itself can be cut.
    const known = (id: string) => whole.some((one) => one.startsWith(id))
    if (cut) expect(confirmed(cut).filter((id) => !known(id))).toEqual([])
  }
})

test.each(orderFiles)('$title: in another order of columns, it is the same', async ({ file }) => {
  const names = namesIn(file.head)
  if (new Set(names).size < names.length) return
  const turned: SampleFile = {
    ...file,
    head: names
      .toReversed()
      .map((name) => `"${name}"`)
      .join(','),
  }

  expect((await read(textOfSample(turned))).facts).toEqual((await read(textOfSample(file))).facts)
})
