import { decodeWestern } from './decode-western.ts'

/** The words of a body, by the charset of its content type. Without one, or an unknown one: UTF-8. */
export function decodeText(body: Buffer, contentType: string): string {
  const decoder = decoderOf(charsetOf(contentType) ?? 'utf-8')
  return decoder.encoding === 'windows-1252' ? decodeWestern(body) : decoder.decode(body)
}

/** The encoding that a Content-Type header declares. */
export const charsetOf = (contentType: string): string | null =>
  /;\s*charset\s*=\s*"?([\w:.-]{1,40})/i.exec(contentType)?.[1] ?? null

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}
