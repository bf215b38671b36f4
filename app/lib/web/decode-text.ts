/** The words of a body, by the charset of its content type. Without one, or an unknown one: UTF-8. */
export function decodeText(body: Buffer, contentType: string): string {
  return decoderOf(charsetOf(contentType) ?? 'utf-8').decode(body)
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
