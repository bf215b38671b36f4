/** A delivery as it is kept: its body with what is needed to read it. */
import { z } from 'zod'
import { decodeText } from '#app/lib/charset/decode-text.ts'
import type { RawDelivery, StoredDelivery } from '#app/integrations/integration.ts'

const shape = z.object({ type: z.string(), query: z.string(), body: z.string() })

export const writeEnvelope = ({ headers, query, body }: RawDelivery): string =>
  JSON.stringify({
    type: headers['content-type'] ?? '',
    query: query.toString(),
    body: decodeText(body, headers['content-type'] ?? ''),
  } satisfies z.infer<typeof shape>)

export function readEnvelope(text: string): Pick<StoredDelivery, 'contentType' | 'query' | 'text'> {
  const { type, query, body } = shape.parse(JSON.parse(text))
  return { contentType: type, query: new URLSearchParams(query), text: body }
}
