import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { coalesceChunks } from './coalesce-chunks.server.ts'

function openStream() {
  const chunks: string[] = []
  const stream = coalesceChunks()
  stream.on('data', (chunk: Buffer) => chunks.push(chunk.toString()))
  return { stream, chunks }
}

test('writes of one turn leave as one chunk, and later writes as another', async () => {
  const { stream, chunks } = openStream()

  for (const word of ['one ', 'two ', 'three']) expect(stream.write(word)).toBe(true)
  await nextTurn()
  await nextTurn()
  stream.write('four')
  await nextTurn()
  await nextTurn()

  expect(chunks).toEqual(['one two three', 'four'])
})

test('nothing is lost when the end comes in the same turn', async () => {
  const { stream, chunks } = openStream()
  const ended = new Promise((resolve) => stream.on('end', resolve))

  stream.write('one ')
  stream.end('two')
  await ended

  expect(chunks.join('')).toBe('one two')
})

test('a writer of a whole page is never asked to wait', () => {
  const { stream } = openStream()
  const pieces = Array.from({ length: 500 }, () => stream.write(Buffer.alloc(2048)))

  expect(pieces).not.toContain(false)
})

test('a reader who leaves gets nothing more', async () => {
  const { stream, chunks } = openStream()

  stream.write('one')
  stream.destroy()
  await nextTurn()
  await nextTurn()

  expect(chunks).toEqual([])
})
