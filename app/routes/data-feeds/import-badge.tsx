import { Badge } from '@shopify/polaris'
import type { ImportState } from '#app/domain/imports/imports.server.ts'

export function ImportBadge({ state }: { state: ImportState }) {
  if (state === 'waiting') return <Badge tone="attention">Waits for you</Badge>
  return state === 'taken' ? <Badge tone="success">Taken in</Badge> : <Badge>Thrown away</Badge>
}
