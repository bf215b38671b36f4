/** All types of popup nudges, and which of them have data. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { NudgesLayout } from './nudges-layout.tsx'
import { GalleryPanels } from './gallery-panels.tsx'
import { siteTitle } from '#app/ui/format/document-title.ts'
import { beginNudge, readGalleryScreen } from './gallery.server.ts'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export { links } from './nudges-layout.tsx'
export const meta = siteTitle('Popup nudges')

export const loader = (args: LoaderFunctionArgs) => readGalleryScreen(args, 'popup')

export const action = (args: ActionFunctionArgs) => beginNudge(args, 'popup')

export default function Gallery() {
  const screen = useLoaderData<typeof loader>()
  return (
    <NudgesLayout surface="popup">
      <GalleryPanels screen={screen} />
    </NudgesLayout>
  )
}
