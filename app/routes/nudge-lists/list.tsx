/** A site's popup nudges, in display order. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Empty } from '#app/ui/empty.tsx'
import { siteTitle } from '#app/ui/format/document-title.ts'
import { Button } from '#app/ui/kit/button.tsx'
import { changeList } from './change-list.server.ts'
import { NudgesLayout } from './nudges-layout.tsx'
import { createAction, ListPanel } from './list-panel.tsx'
import { readListScreen } from './list-screen.server.ts'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export { links } from './nudges-layout.tsx'
export const meta = siteTitle('Your nudges')

export const loader = (args: LoaderFunctionArgs) => readListScreen(args, 'popup')

export const action = (args: ActionFunctionArgs) => changeList(args, 'popup')

export default function PopupNudges() {
  const screen = useLoaderData<typeof loader>()
  return (
    <NudgesLayout surface="popup" action={createAction(screen, '/popup-nudges')}>
      <ListPanel
        screen={screen}
        path="/popup-nudges/list"
        empty={
          <Empty
            kind="nudge"
            title="No popup nudges yet"
            action={<Button url="/popup-nudges">Browse library</Button>}
          >
            The library shows every type and which ones you already have data for.
          </Empty>
        }
      />
    </NudgesLayout>
  )
}
