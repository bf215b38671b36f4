/** Headers that many responses share, prebuilt in the two forms in which they are written. */
export type HeaderBlock = {
  /** Name, value, name, value, as Node accepts them. */
  list: readonly string[]
  /** As sent over the wire, each line with its end. */
  text: string
}

export function createHeaderBlock(headers: Record<string, string>): HeaderBlock {
  const list = Object.entries(headers).flat()
  return { list, text: headerLines(list) }
}

/** @param list name, value, name, value */
export function headerLines(list: readonly string[]): string {
  let lines = ''
  for (let at = 0; at < list.length; at += 2) {
    lines += `${list[at] ?? ''}: ${list[at + 1] ?? ''}\r\n`
  }
  return lines
}
