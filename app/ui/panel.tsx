import { Card } from '@shopify/polaris'
import type { ReactNode } from 'react'

/** A card, as used by all screens. */
export function Panel({ children }: { children: ReactNode }) {
  return (
    <Card padding={{ xs: '400', sm: '600' }} roundedAbove="xs">
      {children}
    </Card>
  )
}
