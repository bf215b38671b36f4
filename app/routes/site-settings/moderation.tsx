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
export const meta = () => [{ title: `Approvals – ${productName}` }]

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
          title="Automatic approval"
          lead="Data from your server is trusted and shown right away. Data from your pages could be faked, so it needs your approval unless you turn automatic approval on. Changes apply to new data only."
        >
          <CheckInput
            name="preApprovePurchases"
            label="Purchases from your pages"
            isInitiallyChecked={options.preApprovePurchases}
            answer={answer}
          />
          <CheckInput
            name="preApproveSignups"
            label="Sign-ups from your pages"
            isInitiallyChecked={options.preApproveSignups}
            answer={answer}
          />
          <CheckInput
            name="preApproveReviews"
            label="Reviews from your pages"
            isInitiallyChecked={options.preApproveReviews}
            answer={answer}
          />
        </FormPart>
      )}
    </OptionForm>
  )
}
