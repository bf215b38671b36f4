/** All types of inline nudges, and which of them have data. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { productName } from '#app/lib/product.ts'
import { NudgesLayout } from './nudges-layout.tsx'
import { GalleryPanels } from './gallery-panels.tsx'
import { beginNudge, readGalleryScreen } from './gallery.server.ts'

export { headers } from '#app/platforms/headers.ts'
export {
  preserveForm as clientAction,
  skipAfterFault as shouldRevalidate,
} from '#app/ui/forms/preserve-form.ts'
export { links } from './nudges-layout.tsx'
export const meta = () => [{ title: `Inline nudge library – ${productName}` }]

export const loader = (args: LoaderFunctionArgs) => readGalleryScreen(args, 'inline')

export const action = (args: ActionFunctionArgs) => beginNudge(args, 'inline')

export default function Library() {
  const screen = useLoaderData<typeof loader>()
  return (
    <NudgesLayout surface="inline">
      <GalleryPanels screen={screen} />
    </NudgesLayout>
  )
}
