/** Settings for what nudges can show about people. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { describeExamples, type Example } from '#app/presenters/look-preview/example-texts.ts'
import { siteTitle } from '#app/ui/format/document-title.ts'
import { CheckInput } from '#app/ui/forms/fields.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { FeatureGate } from '#app/ui/plan-gate.tsx'
import { OptionForm, FormPart } from './option-form.tsx'
import { loadOptions, saveOptions } from './options-action.server.ts'
import { useLookPreview } from './use-preview.ts'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = siteTitle('Privacy')

export async function loader(args: LoaderFunctionArgs) {
  const { options, mayEdit, gates } = await loadOptions(args)
  return { options, mayEdit, gates, examples: describeExamples(options) }
}

export const action = (args: ActionFunctionArgs) => saveOptions(args, 'privacy')

export default function Privacy() {
  const { options, mayEdit, gates, examples } = useLoaderData<typeof loader>()
  const [preview, ask] = useLookPreview({ look: null, examples })
  const { conversion } = options

  return (
    <div className="parts">
      <Examples examples={preview.examples} />
      <OptionForm section="privacy" {...{ mayEdit, gates }} onEdit={ask}>
        {(answer) => (
          <>
            <FormPart
              title="Buyers and subscribers"
              lead="Choose which details of buyers and people who signed up nudges may show."
            >
              <FeatureGate flag="options.conversion">
                <CheckInput
                  name="conversion.firstname"
                  label="First name"
                  isInitiallyChecked={conversion.firstname}
                  answer={answer}
                />
              </FeatureGate>
              <FeatureGate flag="options.conversion">
                <CheckInput
                  name="conversion.lastname"
                  label="Last name"
                  helpText="Requires the first name. Make sure you’re allowed to show it."
                  isInitiallyChecked={conversion.lastname}
                  answer={answer}
                />
              </FeatureGate>
              <FeatureGate flag="options.conversion">
                <CheckInput
                  name="conversion.avatar"
                  label="Initial, when there’s no image"
                  isInitiallyChecked={conversion.avatar}
                  answer={answer}
                />
              </FeatureGate>
              <FeatureGate flag="options.conversion">
                <CheckInput
                  name="conversion.location"
                  label="Location"
                  helpText="Shows the city only if several orders share it, otherwise the country."
                  isInitiallyChecked={conversion.location}
                  answer={answer}
                />
              </FeatureGate>
              <FeatureGate flag="options.showVisitorsWithLocationOnly">
                <CheckInput
                  name="showVisitorsWithLocationOnly"
                  label="Hide items without a location"
                  isInitiallyChecked={options.showVisitorsWithLocationOnly}
                  answer={answer}
                />
              </FeatureGate>
            </FormPart>
            <FormPart title="Visitors">
              <FeatureGate flag="options.useGeoLocation">
                <CheckInput
                  name="useGeoLocation"
                  label="Target nudges by visitor country"
                  helpText="When off, nudges limited to certain countries aren’t shown. We never store IP addresses."
                  isInitiallyChecked={options.useGeoLocation}
                  answer={answer}
                />
              </FeatureGate>
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
      How a purchase nudge looks with these settings. Names and products are placeholders.
    </p>
    <dl className="examples m-0" aria-live="polite">
      {examples.map(({ known, sentence, initial }) => (
        <div key={known}>
          <dt className="muted small">{known}</dt>
          <dd className="row gap-8 m-0 medium break-anywhere">
            {initial !== null && <span className="examples__letter">{initial}</span>}
            {sentence === null ? 'Hidden' : `“${sentence}”`}
          </dd>
        </div>
      ))}
    </dl>
  </Panel>
)
