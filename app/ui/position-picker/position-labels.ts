import type { SiteOptions } from '#app/contract/site-options.ts'

export const positionLabels: Record<SiteOptions['position'], string> = {
  'top-left': 'Top left',
  'top-center': 'Top center',
  'top-right': 'Top right',
  'bottom-left': 'Bottom left',
  'bottom-center': 'Bottom center',
  'bottom-right': 'Bottom right',
}
