/** A site's inline nudges and their placements. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { changeList } from './change-list.server.ts'
import { NudgesLayout } from './nudges-layout.tsx'
import { createAction, ListPanel } from './list-panel.tsx'
import { readListScreen } from './list-screen.server.ts'
import { Empty } from '#app/ui/empty.tsx'
import { siteTitle } from '#app/ui/format/document-title.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { Panel } from '#app/ui/panel.tsx'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export { links } from './nudges-layout.tsx'
export const meta = siteTitle('Inline nudges')

export const loader = (args: LoaderFunctionArgs) => readListScreen(args, 'inline')

export const action = (args: ActionFunctionArgs) => changeList(args, 'inline')

export default function InlineNudges() {
  const screen = useLoaderData<typeof loader>()
  return (
    <NudgesLayout surface="inline" action={createAction(screen, '/inline-nudges/library')}>
      <ListPanel
        screen={screen}
        path="/inline-nudges"
        empty={
          <Empty
            kind="nudge"
            title="No inline nudges yet"
            action={<Button url="/inline-nudges/library">Browse library</Button>}
          >
            Show a message right where it matters, for example below a product’s price.
          </Empty>
        }
      />
      <Panel>
        <h2 className="part-title">How placement works</h2>
        <p className="part-lead">
          Point at an element on your page, or enter its CSS selector, for example{' '}
          <code>.product-price</code>. A compact line shows right away next to it, or below it while
          the page loads. A card needs space in your theme, or appears after visitors scroll past.
        </p>
      </Panel>
    </NudgesLayout>
  )
}
