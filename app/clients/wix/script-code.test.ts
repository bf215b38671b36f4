import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

test('the code in docs/wix.md loads the pixel for the site whose ID Wix fills in', () => {
  const [, code = ''] = /```html\s*<script>([\s\S]*?)<\/script>/.exec(
    readFileSync('docs/wix.md', 'utf8'),
  ) ?? ['', '']
  const uuid = '0c4d6f4e-7d0a-4c5e-8f56-2f2c0f6b7a31'
  const filled = code
    .replaceAll('APP_URL', 'https://footfall.example')
    .replaceAll('{{siteId}}', uuid.replaceAll('-', ''))
  const attributes = new Map<string, string>()
  const element = { setAttribute: (name: string, value: string) => attributes.set(name, value) }
  const appended: unknown[] = []
  const document = {
    createElement: () => element,
    body: { appendChild: (one: unknown) => appended.push(one) },
  }

  runInNewContext(filled, { document })

  expect(appended).toEqual([
    { ...element, async: true, src: 'https://footfall.example/js/pixel.library.js' },
  ])
  expect(attributes.get('data-site')).toBe(uuid)
})
