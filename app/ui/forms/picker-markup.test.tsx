import { AppProvider } from '@shopify/polaris'
import translations from '@shopify/polaris/locales/en.json'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PickerInput } from './picker.tsx'

test('without a script a picker is a plain field with the stored code', () => {
  const html = renderToString(
    <AppProvider i18n={translations}>
      <PickerInput name="to" label="Country" of="country" answer={undefined} initial="NL" />
    </AppProvider>,
  )

  expect(html).toMatch(/<input(?=[^>]* name="to")(?=[^>]* value="NL")/)
  expect(html).toContain('Two-letter country code, for example NL.')
})
