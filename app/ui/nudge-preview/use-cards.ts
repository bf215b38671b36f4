import { useFetcher } from '@remix-run/react'
import { useEffect } from 'react'
import type { PixelPayload } from '#app/contract/pixel.ts'

/** The content that the nudges show now. Undefined until it has loaded. */
export function useCards(uuids: readonly string[]): PixelPayload | null | undefined {
  const { load, data } = useFetcher<PixelPayload | null>()
  const query = uuids.map((uuid) => `nudge=${uuid}`).join('&')
  useEffect(() => {
    if (query !== '') load(`/popup-nudges/cards?${query}`)
  }, [load, query])
  return data
}
