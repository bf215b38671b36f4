import { useFetcher } from '@remix-run/react'
import { useEffect } from 'react'
import type { PixelPayload } from '#app/contract/pixel.ts'

/** What the nudges show now; undefined until it has loaded. */
export function useCards(uuids: readonly string[]): PixelPayload | null | undefined {
  const { load, data } = useFetcher<PixelPayload | null>()
  const query = uuids.map((uuid) => `nudge=${uuid}`).join('&')
  useEffect(() => {
    if (query !== '') load(`/popup-nudges/cards?${query}`)
  }, [load, query])
  return data
}
