import { expect, test } from 'vitest'
import { namedDesigns } from '#app/domain/wording/card-design/designs.ts'
import { designCount } from './waiting-gallery.tsx'

test('the gallery’s place has room for each design', () => {
  expect(designCount).toBe(namedDesigns.length)
})
