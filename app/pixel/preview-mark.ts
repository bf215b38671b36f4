/** How a page knows that a preview link opened it. The rest is in preview/, which other pages never load. */

import { recallTab } from './visitor.ts'

/** The name of the fragment, and of what the tab keeps of it. */
export const previewName = 'footfall-preview'

/** What the link or an earlier page of the tab left. */
export const readPreview = (): string | null =>
  location.hash.split(`#${previewName}=`)[1] ?? recallTab(previewName)
