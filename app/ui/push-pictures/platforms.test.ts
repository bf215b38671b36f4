import { expect, test } from 'vitest'
import { drawPush, platformFacts, pushPlatforms } from './platforms.ts'

const long = { title: 'T'.repeat(90), body: 'b'.repeat(300), hasImage: true }

test.each(pushPlatforms)('%s cuts texts at its lengths, and says so', (platform) => {
  const { titleLength, bodyLength, bodyLengthWithImage } = platformFacts[platform]

  const plain = drawPush(platform, { ...long, hasImage: false })

  expect([plain.title.length, plain.body.length]).toEqual([titleLength, bodyLength])
  expect(drawPush(platform, long).body).toHaveLength(bodyLengthWithImage)
  expect(plain.title.endsWith('…') && plain.body.endsWith('…')).toBe(true)
  expect(plain.losses).toEqual([
    `The title is cut after about ${String(titleLength)} characters.`,
    `The text is cut after about ${String(bodyLength)} characters.`,
  ])
})

test('a short message is drawn whole everywhere, without an image on macOS and iOS', () => {
  const texts = { title: 'Back in stock', body: 'The blue kettle is available.', hasImage: true }

  const drawn = pushPlatforms.map((platform) => drawPush(platform, texts))

  expect(drawn.map(({ title, body }) => ({ title, body }))).toEqual(
    pushPlatforms.map(() => ({ title: texts.title, body: texts.body })),
  )
  expect(drawn.map(({ hasImage }) => hasImage)).toEqual([true, true, false, false])
  expect(drawn.map(({ losses }) => losses)).toEqual([
    [],
    [],
    ['The image isn’t shown.'],
    ['The image isn’t shown.'],
  ])
})

test.each([
  ['an emoji of several code points', '👩‍👩‍👧‍👦'],
  ['a letter with its mark', 'é'],
  ['a flag', '🇳🇱'],
])('%s at the cut is kept or left out whole', (_case, character) => {
  const { title } = drawPush('ios', { title: character.repeat(31), body: '', hasImage: false })

  expect(title).toBe(`${character.repeat(29)}…`)
})

test('a text from right to left keeps its characters in order', () => {
  const title = 'عاد الإبريق الأزرق إلى المخزون الآن في متجرنا'

  const drawn = drawPush('ios', { title, body: '', hasImage: false })

  expect(title.startsWith(drawn.title.slice(0, -1))).toBe(true)
})
