import { AppProvider } from '@shopify/polaris'
import translations from '@shopify/polaris/locales/en.json'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NumberInput } from './number-input.tsx'

const draw = (field: Omit<Parameters<typeof NumberInput>[0], 'name' | 'label' | 'answer'>) =>
  renderToStaticMarkup(
    <AppProvider i18n={translations}>
      <NumberInput name="days" label="Days" answer={undefined} {...field} />
    </AppProvider>,
  )

test('a number field names its bounds before its help, and has a keyboard of digits', () => {
  const html = draw({ from: 1, to: 30, initial: 7, help: 'After the order.' })

  expect(html).toContain('Between 1 and 30. After the order.')
  expect(html).toContain('inputMode="numeric"')
  expect(html).toContain('value="7"')
})

test('a number field without a number is blank, and without bounds or help has no text below', () => {
  const html = draw({ initial: null })

  expect(html).toContain('value=""')
  expect(html).not.toContain('Between')
})
