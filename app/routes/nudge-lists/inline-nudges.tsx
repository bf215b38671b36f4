/** A site's inline nudges and their placements. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Button } from '@shopify/polaris'
import { productName } from '#app/lib/product.ts'
import { changeList } from './change-list.server.ts'
import { NudgesLayout } from './nudges-layout.tsx'
import { ListPanel } from './list-panel.tsx'
import { readListScreen } from './list-screen.server.ts'
import { Empty } from '#app/ui/empty.tsx'
import { Panel } from '#app/ui/panel.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export { links } from './nudges-layout.tsx'
export const meta = () => [{ title: `Inline nudges – ${productName}` }]

export const loader = (args: LoaderFunctionArgs) => readListScreen(args, 'inline')

export const action = (args: ActionFunctionArgs) => changeList(args, 'inline')

export default function InlineNudges() {
  const screen = useLoaderData<typeof loader>()
  return (
    <NudgesLayout surface="inline">
      <ListPanel
        screen={screen}
        path="/inline-nudges"
        library="/inline-nudges/library"
        empty={
          <Empty
            title="No inline nudge yet"
            action={<Button url="/inline-nudges/library">Open the library</Button>}
          >
            It stands where you want it, such as below the price of a product.
          </Empty>
        }
      />
      <Panel>
        <h2 className="part-title">Where an inline nudge stands</h2>
        <p className="part-lead">
          You name an element of your page by a CSS selector, such as <code>.product-price</code>,
          and whether the nudge stands before it, after it or inside of it. On a page without such
          an element it is not shown. To find the selector, right-click the element in your browser,
          choose “Inspect”, and copy its class or id.
        </p>
      </Panel>
    </NudgesLayout>
  )
}
