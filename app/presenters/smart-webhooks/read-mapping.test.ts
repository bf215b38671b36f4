import { expect, test } from 'vitest'
import { recipes } from '#app/integrations/smart/recipes.ts'
import { mapping as shape } from '#app/integrations/smart/mapping.ts'
import { mappingValues } from './mapping-values.ts'
import { readMapping } from './read-mapping.server.ts'

/** Conditions compare as text, so a form may keep numbers and answers as text. */
const asText = (text: string) => text.replaceAll(/"value":(true|false|\d+)/g, '"value":"$1"')

test.each(recipes)('$id survives the form', ({ mapping }) => {
  const read = readMapping(mappingValues(mapping))
  if (!read.ok) throw new Error(JSON.stringify(read.errors))
  expect(JSON.parse(asText(JSON.stringify(read.mapping)))).toEqual(
    JSON.parse(asText(JSON.stringify(mapping))),
  )
})

test('steps with settings, zones and defaults survive the form', () => {
  const mapping = shape.parse({
    v: 1,
    kind: 'purchase',
    each: '/orders',
    items: '@/lines',
    id: ['@/id', '@/line'],
    when: [
      { at: '@/total', op: 'gt', value: 5 },
      { at: '@/state', op: 'in', value: ['paid', 'sent'] },
    ],
    set: {
      occurred_at: { at: ['@/at', '$received'], do: [{ date: 'dmy', zone: 'Europe/Paris' }] },
      currency: { at: [], do: [{ default: 'EUR' }] },
      total: { at: ['@/total'], do: ['decimal', { default: 0 }] },
      'item.title': {
        at: ['@/name'],
        do: [{ replace: { from: '"a"', to: '' } }, { join: { sep: ' ', at: ['@/size'] } }],
      },
    },
  })

  expect(readMapping(mappingValues(mapping))).toEqual({ ok: true, mapping })
})
