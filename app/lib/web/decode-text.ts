/** The words of a body, by the charset of its content type. Without one, or an unknown one: UTF-8. */
export function decodeText(body: Buffer, contentType: string): string {
  const charset = /;\s*charset\s*=\s*"?([\w:.-]{1,40})/i.exec(contentType)?.[1] ?? 'utf-8'
  return decoderOf(charset).decode(body)
}

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}
