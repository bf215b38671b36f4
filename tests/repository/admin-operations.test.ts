/** Every operation that the product sends to Shopify's Admin API, against its published schema. */
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { findDocumentErrors, readAdminSchema } from '#tests/support/shopify/admin-schema.ts'

const folder = 'app/clients/shopify/operations'

const files = existsSync(folder)
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
      .map((name) => path.join(folder, name))
  : []

/** An operation is its document, or has one. Other exports are shapes, functions and lists of operations. */
function documentOf(value: unknown): string | null {
  const text =
    typeof value === 'object' && value !== null && 'document' in value ? value.document : value
  const isDocument = typeof text === 'string' && /^(?:\s|#.*\n)*(?:query|mutation)\b/.test(text)
  return isDocument ? text : null
}

const operations: (readonly [name: string, document: string])[] = []
for (const file of files) {
  const exported = (await import(pathToFileURL(path.resolve(file)).href)) as Record<string, unknown>
  const values = Object.entries(exported).flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value]).map((one) => [name, one] as const),
  )
  for (const [name, value] of values) {
    const document = documentOf(value)
    if (document !== null) operations.push([`${file}: ${name}`, document])
  }
}

test.each([
  ['query Shop { shop { id } }', true],
  ['#graphql\n  mutation Set { shop { id } }', true],
  ['a text', false],
])('%j is a document: %s', (text, isOne) => {
  expect(documentOf(text) !== null).toBe(isOne)
  expect(documentOf({ name: 'Shop', document: text }) !== null).toBe(isOne)
})

test('every file of operations exports some', () => {
  const empty = files.filter((file) => !operations.some(([name]) => name.startsWith(`${file}:`)))

  expect(empty).toEqual([])
})

test('every operation is one of the published schema', async () => {
  const schema = await readAdminSchema()

  const found = operations.flatMap(([name, text]) =>
    findDocumentErrors(schema, text).map((message) => `${name}: ${message}`),
  )

  expect(found).toEqual([])
})
