/** Automatic approval of activities that only a page reported. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { productName } from '#app/lib/product.ts'
import { CheckInput } from '#app/ui/forms/fields.tsx'
import { OptionForm, FormPart } from './option-form.tsx'
import { loadOptions, saveOptions } from './options-action.server.ts'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export const meta = () => [{ title: `Moderation – ${productName}` }]

export async function loader(args: LoaderFunctionArgs) {
  const { options, mayEdit } = await loadOptions(args)
  return { options, mayEdit }
}

export const action = (args: ActionFunctionArgs) => saveOptions(args, 'moderation')

export default function Moderation() {
  const { options, mayEdit } = useLoaderData<typeof loader>()
  return (
    <OptionForm section="moderation" mayEdit={mayEdit}>
      {(answer) => (
        <FormPart
          title="Without a look of yours"
          lead="What your shop’s server reports is shown at once. What only a page reported could be made up by anybody: it waits for you, unless you let it through here. A change holds for what comes in from now on."
        >
          <CheckInput
            name="preApprovePurchases"
            label="Purchases that a page reported"
            isInitiallyChecked={options.preApprovePurchases}
            answer={answer}
          />
          <CheckInput
            name="preApproveSignups"
            label="Sign-ups that a page reported"
            isInitiallyChecked={options.preApproveSignups}
            answer={answer}
          />
          <CheckInput
            name="preApproveReviews"
            label="Reviews that a page reported"
            isInitiallyChecked={options.preApproveReviews}
            answer={answer}
          />
        </FormPart>
      )}
    </OptionForm>
  )
}
