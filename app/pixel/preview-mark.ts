/** Detects a preview link. The rest is in preview/, which only previews load. */

import { recallTab } from './visitor.ts'

/** Name of the URL fragment, and of the tab's storage key. */
export const previewName = 'footfall-preview'

/** Token from the link, or from an earlier page in this tab. */
export const readPreview = (): string | null =>
  location.hash.split(`#${previewName}=`)[1] ?? recallTab(previewName)
