/** Language and headings of the nudges. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import type { SiteOptions } from '#app/contract/site-options.ts'
import { localizedTitles } from '#app/domain/wording/headings.ts'
import type { FormResponse } from '#app/lib/web/form-response.ts'
import { siteTitle } from '#app/ui/format/document-title.ts'
import { CheckInput, SelectInput, TextInput } from '#app/ui/forms/fields.tsx'
import { FeatureGate } from '#app/ui/plan-gate.tsx'
import { OptionForm, FormPart } from './option-form.tsx'
import { loadOptions, saveOptions } from './options-action.server.ts'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = siteTitle('Language')

export async function loader(args: LoaderFunctionArgs) {
  const { options, mayEdit, gates } = await loadOptions(args)
  return { options, mayEdit, gates, worded: localizedTitles() }
}

export const action = (args: ActionFunctionArgs) => saveOptions(args, 'titles')

type Category = keyof SiteOptions['categoryTitles']

const categories: Record<Category, string> = {
  popular: 'Visitor and sign-up nudges',
  selling_fast: 'Purchase and cart nudges',
  order_soon: 'Stock and delivery nudges',
  good_to_know: 'Review, offer and custom message nudges',
}

export default function Titles() {
  const { options, mayEdit, gates, worded } = useLoaderData<typeof loader>()
  const [language, setLanguage] = useState<string>(options.language)
  const follow = (form: FormData) => {
    const chosen = form.get('language')
    if (typeof chosen === 'string') setLanguage(chosen)
  }

  return (
    <OptionForm section="titles" {...{ mayEdit, gates }} onEdit={follow}>
      {(answer) => (
        <>
          <FormPart
            title="Language"
            lead="Language of our default wording. Text you write yourself isn’t translated."
          >
            <FeatureGate flag="options.language">
              <SelectInput
                name="language"
                label="Nudge language"
                options={worded.map(({ code, name }) => ({ value: code, label: name }))}
                initial={options.language}
                helpText="For Arabic and Hebrew, check the text direction under Appearance."
                answer={answer}
              />
            </FeatureGate>
            <FeatureGate flag="options.language">
              <CheckInput
                name="usePageLanguage"
                label="Use the page’s language where we have it"
                helpText="For translated shops. Other pages use the language above."
                isInitiallyChecked={options.usePageLanguage}
                answer={answer}
              />
            </FeatureGate>
          </FormPart>
          <CustomTitles language={language} answer={answer} />
        </>
      )}
    </OptionForm>
  )
}

function CustomTitles({
  language,
  answer,
}: {
  language: string
  answer: FormResponse | undefined
}) {
  const { options, worded } = useLoaderData<typeof loader>()
  const titles = worded.find(({ code }) => code === language)?.titles
  return (
    <FormPart
      title="Titles"
      lead={
        options.showNudgeTitle
          ? 'Leave blank to use the default title.'
          : 'Titles are hidden. Turn them on under Appearance. Leave a field blank to use the default title.'
      }
    >
      {(Object.keys(categories) as Category[]).map((category) => (
        <TextInput
          key={category}
          name={`categoryTitles.${category}`}
          label={categories[category]}
          autoComplete="off"
          placeholder={titles?.[category] ?? ''}
          initial={options.categoryTitles[category]}
          answer={answer}
        />
      ))}
    </FormPart>
  )
}
