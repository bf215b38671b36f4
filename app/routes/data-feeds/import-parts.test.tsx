import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NoRows } from './import-parts.tsx'

const wordsOf = (order: Parameters<typeof NoRows>[0]) => renderToStaticMarkup(<NoRows {...order} />)

test('a file that waits for the order of its dates has rows to come', () => {
  expect(wordsOf({ isOpen: true, choice: null })).toContain(
    'Choose the order of day and month above to see them.',
  )
})

test.each([
  { isOpen: true, choice: 'day-first' as const },
  { isOpen: false, choice: null },
])('without a question nothing can be imported: %j', (order) => {
  expect(wordsOf(order)).toContain('None of the rows can be imported.')
})
