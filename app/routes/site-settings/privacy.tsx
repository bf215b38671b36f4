/** What nudges can show about people. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { describeExamples, type Example } from '#app/presenters/look-preview/example-texts.ts'
import { productName } from '#app/lib/product.ts'
import { CheckInput } from '#app/ui/forms/fields.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { OptionForm, FormPart } from './option-form.tsx'
import { loadOptions, saveOptions } from './options-action.server.ts'
import { useLookPreview } from './use-preview.ts'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = () => [{ title: `Privacy – ${productName}` }]

export async function loader(args: LoaderFunctionArgs) {
  const { options, mayEdit } = await loadOptions(args)
  return { options, mayEdit, examples: describeExamples(options) }
}

export const action = (args: ActionFunctionArgs) => saveOptions(args, 'privacy')

export default function Privacy() {
  const { options, mayEdit, examples } = useLoaderData<typeof loader>()
  const [preview, ask] = useLookPreview({ look: null, examples })
  const { conversion } = options

  return (
    <div className="parts">
      <Examples examples={preview.examples} />
      <OptionForm section="privacy" mayEdit={mayEdit} onEdit={ask}>
        {(answer) => (
          <>
            <FormPart title="People" lead="Of buyers and of people who signed up.">
              <CheckInput
                name="conversion.firstname"
                label="The first name"
                isInitiallyChecked={conversion.firstname}
                answer={answer}
              />
              <CheckInput
                name="conversion.lastname"
                label="The last name as well"
                helpText="Together with the first name only. Make sure that you may."
                isInitiallyChecked={conversion.lastname}
                answer={answer}
              />
              <CheckInput
                name="conversion.avatar"
                label="The first letter of the name, where there is no picture"
                isInitiallyChecked={conversion.avatar}
                answer={answer}
              />
              <CheckInput
                name="conversion.location"
                label="The place"
                helpText="The city only where several share it, else the country."
                isInitiallyChecked={conversion.location}
                answer={answer}
              />
              <CheckInput
                name="showVisitorsWithLocationOnly"
                label="Leave out what has no place"
                isInitiallyChecked={options.showVisitorsWithLocationOnly}
                answer={answer}
              />
            </FormPart>
            <FormPart title="Visitors">
              <CheckInput
                name="useGeoLocation"
                label="Visitors’ countries may decide what they are shown"
                helpText="Off: nudges for some countries are shown to nobody. Addresses of visitors are never kept."
                isInitiallyChecked={options.useGeoLocation}
                answer={answer}
              />
            </FormPart>
          </>
        )}
      </OptionForm>
    </div>
  )
}

const Examples = ({ examples }: { examples: readonly Example[] }) => (
  <Panel>
    <h2 className="part-title">Examples</h2>
    <p className="part-lead">
      What a purchase nudge says with these settings. Nobody is meant: the words stand for those of
      a shopper and a product.
    </p>
    <dl className="examples" aria-live="polite">
      {examples.map(({ known, sentence, initial }) => (
        <div key={known} className="examples__row">
          <dt>{known}</dt>
          <dd>
            {initial !== null && <span className="examples__letter">{initial}</span>}
            {sentence === null ? 'Not shown' : `“${sentence}”`}
          </dd>
        </div>
      ))}
    </dl>
  </Panel>
)
