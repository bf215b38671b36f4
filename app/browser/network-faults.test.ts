import { expect, test } from 'vitest'
import { messageOfFault, noConnection } from './network-faults.ts'

test.each([
  'Failed to fetch',
  'Failed to fetch dynamically imported module: https://footfall.example/assets/a.js',
  'NetworkError when attempting to fetch resource.',
  'error loading dynamically imported module: https://footfall.example/assets/a.js',
  'Load failed',
  'The network connection was lost.',
  'Importing a module script failed.',
])('“%s” has plain words', (message) => {
  expect(messageOfFault(new TypeError(message))).toBe(noConnection)
})

test('another message is kept, and a missing one has the last resort', () => {
  expect(messageOfFault(new Error('Taken already.'))).toBe('Taken already.')
  expect(messageOfFault(new TypeError(''))).toBe('Something went wrong')
  expect(messageOfFault('lost')).toBe('Something went wrong')
})
