import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { readClientInfo } from './client-info.server.ts'

test('a long User-Agent is cut before anything searches it', () => {
  const request = { rawHeaders: ['User-Agent', 'Silk'.repeat(4_000)], socket: new Socket() }

  expect(readClientInfo(request, false).userAgent).toBe('Silk'.repeat(128))
})
